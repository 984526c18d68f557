import { setTimeout as sleep } from "node:timers/promises";
import { api, Category, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Call, openCaller } from "./caller.ts";
import { brokenLaws } from "./laws.ts";
import { until } from "./running-application.ts";
import type { Rush } from "./rush.ts";
import { full } from "./soak.ts";
import { openWholeApplication } from "./whole-application.ts";
import { openWire } from "./wire.ts";

const rounds = full({ full: 30, otherwise: 2 });
const people = full({ full: 40, otherwise: 12 });
const saha = await openWholeApplication("kill");
const { address, start, pids, rush: ownRush } = saha;
const wire = openWire(address);

beforeAll(start, 120_000);
afterAll(async () => {
  wire.close();
  await saha.close();
});

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

/**
 * Presses until everything was acknowledged at least once, kills, starts anew; returns what was told, and what of it is
 * lost.
 */
async function killed(round: number, ofRound: (pids: { application: number; database: number }) => number[]) {
  let isOver = false;
  const told: Told[] = [];
  const hasEach = () => each.every((one) => told.some(({ what }) => what === one));
  const rush = await ownRush();
  rush.database.pool.on("error", () => {});
  const pressing = press(rush, told, () => isOver);
  pressing.catch(() => {});
  await Promise.race([until("pressed", hasEach, 60_000), pressing]);
  await sleep((round * 137) % 700);
  const { application, database } = pids();
  const victims = ofRound({ application, database });
  for (const pid of victims) process.kill(pid, "SIGKILL");
  await sleep(100);
  isOver = true;
  await pressing;
  await rush.close();
  const began = performance.now();
  if (victims.includes(application)) await start();
  else
    await until("back", () =>
      fetch(`${address}/api/main-theme`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  const backAfterMs = performance.now() - began;

  const after = await ownRush();
  const { query } = after.database;
  const lost: string[] = [];
  for (const { what, isSo } of told) if (!(await isSo.execute(query)).rows[0]?.so) lost.push(what);
  const broken = await brokenLaws(query);
  await after.close();
  return { told: told.map(({ what }) => what), lost, broken, backAfterMs };
}

test(
  `of what was acknowledged nothing is lost, whoever is killed in the middle, ${rounds} times`,
  async () => {
    const all: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const { told, lost, broken, backAfterMs } = await killed(
        round,
        ({ application, database }) => [[application], [database], [database, application]][round % 3] ?? [],
      );
      expect(lost).toEqual([]);
      expect(broken).toEqual([]);
      expect(backAfterMs).toBeLessThan(full({ full: 10_000, otherwise: 60_000 }));
      all.push(...told);
    }
    const kinds = Object.entries(Object.groupBy(all, (what) => what)).map(([what, of]) => `${what} ${of?.length}`);
    process.stdout.write(`  acknowledged: ${kinds.join(", ")}; lost: 0\n`);
  },
  full({ full: 1_800_000, otherwise: 240_000 }),
);

test("a database that acknowledges before it has written loses some of it (broken twin)", async () => {
  const rush = await ownRush();
  const { pool } = rush.database;
  await pool.query("alter system set synchronous_commit = off");
  await pool.query("alter system set wal_writer_delay = '10s'");
  await pool.query("select pg_reload_conf()");
  await rush.close();
  expect((await killed(0, ({ database, application }) => [database, application])).lost).not.toEqual([]);
}, 120_000);
