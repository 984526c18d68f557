import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { api, Category, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clusterIn, clusterUrls } from "../src/database/postgres/cluster.ts";
import { freePort } from "../src/database/postgres/postmaster.ts";
import { temporaryRoot } from "../src/database/postgres/temporary-postgres.ts";
import { type Call, openCaller } from "./caller.ts";
import { brokenLaws } from "./laws.ts";
import { postmasterOf, until } from "./running-application.ts";
import { openRush, type Rush } from "./rush.ts";
import { full } from "./soak.ts";
import { openWire } from "./wire.ts";

const rounds = full({ full: 30, otherwise: 2 });
const people = full({ full: 40, otherwise: 12 });
const secret = "a secret of tests, of more than 32 letters";
const main = join(import.meta.dirname, "../src/main.ts");
const folder = mkdtempSync(join(temporaryRoot(), "saha-kill-"));
const dataDir = join(folder, "data");

let child: ChildProcess;
let port: number;
let wire: ReturnType<typeof openWire>;

async function start(): Promise<void> {
  const env = { ...process.env, PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir, SECRET_KEY: secret };
  child = spawn(process.execPath, [main], { env: { ...env, LOG_LEVEL: "warn" }, stdio: "ignore" });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until("ready", isReady, 60_000);
}

beforeAll(async () => {
  port = await freePort();
  wire = openWire(`http://127.0.0.1:${port}`);
  await start();
}, 120_000);
afterAll(async () => {
  wire.close();
  child.kill("SIGTERM");
  await new Promise((resolve) => child.once("close", resolve));
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

/** The database as its owner has it, by what the cluster's own files say. */
function ownRush(): Promise<Rush> {
  const cluster = clusterIn(join(dataDir, "postgres"));
  const { owner } = clusterUrls(cluster, portOf());
  return openRush(owner, secret);
}

function portOf(): number {
  return Number(readFileSync(join(dataDir, "postgres", "data", "postmaster.pid"), "utf8").split("\n")[3]);
}

const each = ["redeem", "apply", "call", "win", "undo", "leave", "roll"];

/** What was acknowledged, as a question to the database that must say yes. */
type Told = { what: string; isSo: ReturnType<typeof sql<{ so: boolean }>> };

/** An evening under load until `isOver`; whoever gets no answer, or is refused, has been told nothing. */
async function press(rush: Rush, told: Told[], isOver: () => boolean): Promise<void> {
  const [[admin], [roller], members] = await Promise.all([
    rush.members(Role.Admin, 1),
    rush.members(Role.Admin, 1),
    rush.members(Role.User, people),
  ]);
  if (!admin || !roller) throw new Error("Nobody runs this evening");
  const by = (tokens: object): Call => openCaller(wire.send, tokens);
  const [staff, drawing] = [by(admin), by(roller)];
  const gameId = await rush.game();
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Etc/GMT-3" }).format(new Date());
  const invitation = { title: "دعوة", day: today, quantity: people, category: Category.Invitation };
  const { data: ticket } = await staff(api.tickets.create, { body: invitation });
  const codes = (await staff(api.invitations.list)).data.filter(({ ticketId }) => ticketId === ticket.id);
  const games = rush.database.query.selectFrom("games").select("boothId").where("id", "=", gameId);
  const game = await games.executeTakeFirstOrThrow();
  const poll = { boothId: game.boothId, name: "سحب", secondary: "في الجناح", renderTime: 0 };
  const { data: draw } = await staff(api.polls.create, { body: poll });
  for (const { id, ...tokens } of members) {
    await by(tokens)(api.polls.join, { body: { pollId: draw.id, userId: id } });
  }

  const say = (what: string, isSo: Told["isSo"]) => void told.push({ what, isSo });
  const asked = async <A extends { code: string | undefined }>(ask: () => Promise<A>, heard: (answer: A) => void) => {
    if (isOver()) return undefined;
    const answer = await ask().catch(() => undefined);
    if (!answer || answer.code) return undefined;
    heard(answer);
    return answer;
  };
  const person = async ({ id: userId, ...tokens }: (typeof members)[number], at: number) => {
    const own = by(tokens);
    const invitationCode = codes[at]?.code ?? "";
    await asked(
      () => own(api.invitations.redeem, { body: { invitationCode } }),
      ({ data }) => say("redeem", sql`select exists (select from purchases where id = ${data.id}) as so`),
    );
    while (!isOver()) {
      const applied = await asked(
        () => own(api.queue.apply, { body: { gameId } }),
        ({ data }) => say("apply", sql`select exists (select from queue_entries where id = ${data.id}) as so`),
      );
      if (!applied) {
        await sleep(20);
        continue;
      }
      const queueId = applied.data.id;
      await asked(
        () => staff(api.queue.call, { body: { queueId } }),
        () => say("call", sql`select called_at is not null as so from queue_entries where id = ${queueId}`),
      );
      const won = await asked(
        () => staff(api.scores.win, { params: { userId, gameId }, body: { queueId } }),
        () => {
          const row = sql`select from score_log where queue_entry_id = ${queueId} and reason = 'win'`;
          say("win", sql`select exists (${row}) as so`);
        },
      );
      if (!won || at % 2) continue;
      await asked(
        () => staff(api.queue.undo, { params: { id: queueId } }),
        () => {
          const row = sql`select from score_log where queue_entry_id = ${queueId} and reason = 'undo'`;
          say("undo", sql`select exists (${row}) as so`);
        },
      );
      await asked(
        () => own(api.queue.remove, { params: { id: queueId } }),
        () => say("leave", sql`select is_finished as so from queue_entries where id = ${queueId}`),
      );
    }
  };
  const rolls = async () => {
    let drawn = 0;
    while (!isOver()) {
      await asked(
        () => drawing(api.polls.roll, { body: { pollId: draw.id } }),
        () => {
          drawn++;
          const row = sql`select count(*) from poll_draws where poll_id = ${draw.id}`;
          say("roll", sql`select (${row}) >= ${drawn}::int as so`);
        },
      );
      await sleep(30);
    }
  };
  await Promise.all([...members.map(person), rolls()]);
}

test(
  `of what was acknowledged nothing is lost, whoever is killed in the middle, ${rounds} times`,
  async () => {
    const kinds = new Map<string, number>();
    for (let round = 0; round < rounds; round++) {
      let isOver = false;
      const told: Told[] = [];
      const hasEach = () => each.every((one) => told.some(({ what }) => what === one));
      const rush = await ownRush();
      rush.database.pool.on("error", () => {});
      const pressing = press(rush, told, () => isOver);
      pressing.catch(() => {});
      await Promise.race([until("pressed", hasEach, 60_000), pressing]);
      await sleep((round * 137) % 700);
      // The application, its database, or both at once.
      const victims = [[child.pid], [postmasterOf(dataDir)], [postmasterOf(dataDir), child.pid]][round % 3] ?? [];
      for (const pid of victims) process.kill(pid ?? 0, "SIGKILL");
      await sleep(100);
      isOver = true;
      await pressing;
      await rush.close();
      const began = performance.now();
      if (victims.includes(child.pid)) await start();
      else
        await until("back", () =>
          fetch(`http://127.0.0.1:${port}/api/main-theme`).then(
            ({ ok }) => ok,
            () => false,
          ),
        );
      expect(performance.now() - began).toBeLessThan(full({ full: 10_000, otherwise: 60_000 }));

      const after = await ownRush();
      const { query } = after.database;
      for (const { what, isSo } of told) {
        kinds.set(what, (kinds.get(what) ?? 0) + 1);
        expect([what, (await isSo.execute(query)).rows[0]?.so]).toEqual([what, true]);
      }
      expect(await brokenLaws(query)).toEqual([]);
      await after.close();
    }
    process.stdout.write(`  acknowledged: ${[...kinds].map((pair) => pair.join(" ")).join(", ")}; lost: 0\n`);
  },
  full({ full: 1_800_000, otherwise: 240_000 }),
);
