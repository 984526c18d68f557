import { setTimeout as sleep } from "node:timers/promises";
import { Role } from "@saha/contract";
import type { Member } from "@saha/server/test/rush.ts";
import type { BareSocketIo, Press } from "../children/bare-socket-io.ts";
import type { Call, FanOut, Heard, Sockets } from "../children/sockets.ts";
import { type Child, openChild } from "../lab/child.ts";
import { type Figure, type Lab, withChild } from "../lab/lab.ts";
import { median, roundOf } from "../lab/measure.ts";
import type { Tokens } from "../lab/request.ts";
import { isSmall } from "../lab/small.ts";
import { openSubject, poolSize, type Subject } from "../lab/subject.ts";
import { residentOf, restMs } from "./memory.ts";

const people = isSmall ? 100 : 10_000;
const rounds = isSmall ? 1 : 3;
const callsToOne = isSmall ? 30 : 200;
const callsToAll = isSmall ? 2 : 20;
/** Parts of a fan-out, which take turns with those of the limit. */
const turns = isSmall ? 1 : 4;
const pauseMs = isSmall ? 200 : 3000;

type Screens = Child<Sockets | FanOut, Heard>;
/** A server to connect to, and what to call there so that it says something to one, or to all. */
type Side = {
  port: number;
  sessions: Tokens[];
  toOne: { event: string; calls: Call[] };
  toAll: { event: string; calls: Call[] };
};

/**
 * 10,000 signed-in sockets in one process, beside a bare Socket.IO: how fast they connect, what they hold, and how soon
 * one of them or all have heard. A process has one descriptor a socket, so that those of each side are in one of their
 * own.
 */
export async function sockets(lab: Lab): Promise<Figure[]> {
  const subject = await openSubject({ profileTo: lab.profileTo });
  const members = await subject.rush.members(Role.User, people);
  try {
    return await withChild<BareSocketIo, number, Figure[]>("bare-socket-io", async (bare) => {
      const port = await bare.ask({ url: subject.databaseUrl, poolSize });
      const sides = { ours: await ourSide(subject, members), bare: await bareSide(subject, members, port) };
      const ratios: number[] = [];
      const rates = { ours: [] as number[], bare: [] as number[] };
      for (let round = 0; round <= rounds; round++) {
        const bareRate = await connectRate(sides.bare);
        const ourRate = await connectRate(sides.ours);
        if (round === 0) continue;
        rates.bare.push(bareRate);
        rates.ours.push(ourRate);
        ratios.push(ourRate / bareRate);
      }
      await sleep(isSmall ? pauseMs : restMs);
      const atRest = residentOf(subject.pid);
      const screens = { ours: await openScreens(sides.ours), bare: await openScreens(sides.bare) };
      try {
        await sleep(isSmall ? pauseMs : restMs);
        const held = residentOf(subject.pid);
        const each = ((held - atRest) * 1024) / people;
        const ratio = median(ratios);
        return [
          {
            work: `sockets: ${people} signed in connect, 50 at a time`,
            figure: `${median(rates.ours).toFixed(0)}/s`,
            limit: `${median(rates.bare).toFixed(0)}/s by bare Socket.IO`,
            ratio,
            goal: "≥ 0.5",
            isMet: ratio >= 0.5,
          },
          {
            work: `sockets: what each of ${people} holds`,
            figure: `${each.toFixed(1)} kB`,
            goal: "≤ 60 kB",
            isMet: each <= 60,
          },
          {
            work: `memory: application with ${people} signed-in sockets`,
            figure: `${held.toFixed(0)} MB`,
            limit: `${atRest.toFixed(0)} MB without them`,
            goal: "≤ 800 MB",
            isMet: held <= 800,
          },
          await fanOut("one", 1, screens, sides),
          await fanOut("all", people, screens, sides),
        ];
      } finally {
        screens.ours.close();
        screens.bare.close();
      }
    });
  } finally {
    await subject.close();
  }
}

async function connectRate({ port, sessions }: Side): Promise<number> {
  const { count, ms } = await withChild<Sockets | FanOut, Heard, Heard>("sockets", (screens) =>
    screens.ask({ port, sessions }),
  );
  // The server has to see that they are gone.
  await sleep(pauseMs);
  return (count * 1000) / ms;
}

async function openScreens({ port, sessions }: Side): Promise<Screens> {
  const screens: Screens = openChild("sockets");
  await screens.ask({ port, sessions });
  return screens;
}

async function fanOut(
  to: "one" | "all",
  hearers: number,
  screens: { ours: Screens; bare: Screens },
  sides: { ours: Side; bare: Side },
): Promise<Figure> {
  const parts = { ours: [] as number[][], bare: [] as number[][] };
  for (let turn = 0; turn <= turns; turn++) {
    for (const who of ["bare", "ours"] as const) {
      const { event, calls } = to === "one" ? sides[who].toOne : sides[who].toAll;
      const size = Math.ceil(calls.length / (turns + 1));
      const some = calls.slice(turn * size, (turn + 1) * size);
      const heard = await screens[who].ask({ calls: some, event, hearers });
      if (turn > 0) parts[who].push(heard.latencies);
    }
  }
  const [ours, bare] = [roundOf(0, parts.ours.flat(), {}), roundOf(0, parts.bare.flat(), {})];
  const ratio = ours.p99 / bare.p99;
  return {
    work: `sockets: ${people} open, an event to ${to}, from the call to the slowest of 100`,
    figure: `${ours.p99.toFixed(1)} ms, half within ${ours.p50.toFixed(1)} ms`,
    limit: `${bare.p99.toFixed(1)} ms by bare Socket.IO behind the rule's statements`,
    ratio,
    goal: "≤ 2",
    isMet: ratio <= 2,
  };
}

/** A score is set, which its player hears; a booth is renamed, which everybody hears. */
async function ourSide({ port, rush }: Subject, members: Member[]): Promise<Side> {
  const [admin] = await rush.members(Role.Admin, 1);
  const gameId = await rush.game();
  const boothId = await boothOf(rush, gameId);
  const put = (path: string, body: object): Call => ({
    url: `http://127.0.0.1:${port}/api/${path}`,
    method: "PUT",
    headers: {
      authorization: `Bearer ${admin?.accessToken}`,
      "x-refresh-token": admin?.refreshToken ?? "",
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  return {
    port,
    sessions: members,
    toOne: {
      event: "Score:changed",
      calls: members.slice(0, callsToOne).map(({ id }) => put(`score/${id}/game/${gameId}`, { score: 10 })),
    },
    toAll: {
      event: "Booth:changed",
      calls: Array.from({ length: callsToAll }, (_, turn) => put(`booth/${boothId}`, { name: `Booth of ${turn}` })),
    },
  };
}

/** The same events and bytes after the same rules' statements, in a game of their own. */
async function bareSide({ rush }: Subject, members: Member[], port: number): Promise<Side> {
  const gameId = await rush.game();
  const boothId = await boothOf(rush, gameId);
  const post = (press: Press): Call => ({
    url: `http://127.0.0.1:${port}/`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(press),
  });
  return {
    port,
    sessions: members.map(({ id }) => ({ accessToken: String(id), refreshToken: "" })),
    toOne: {
      event: "Score:changed",
      calls: members.slice(0, callsToOne).map(({ id }) =>
        post({
          statements: [
            { text: "select id from users where id = $1 for no key update", values: [id] },
            { text: "select * from games where id = $1 for key share", values: [gameId] },
            { text: "select score from scores where user_id = $1 and game_id = $2", values: [id, gameId] },
            { text: writeScore, values: [id, gameId] },
          ],
          room: String(id),
          event: "Score:changed",
          news: { gameId, boothId, score: 10, change: 10, message: "نقاطك في هذه اللعبة الآن 10." },
        }),
      ),
    },
    toAll: {
      event: "Booth:changed",
      calls: Array.from({ length: callsToAll }, (_, turn) =>
        post({
          statements: [
            { text: "select image from booths where id = $1 for no key update", values: [boothId] },
            { text: "update booths set name = $2 where id = $1", values: [boothId, `Booth of ${turn}`] },
            { text: "select * from booths where id = $1", values: [boothId] },
          ],
          room: "all",
          event: "Booth:changed",
          news: { boothId, message: "تغيّر جناح." },
        }),
      ),
    },
  };
}

const writeScore = `with written as (
    insert into scores (user_id, game_id, score, lowest, highest)
    select $1, id, 10, lowest, highest from games where id = $2)
  insert into score_log (actor_id, user_id, game_id, reason, previous_score, current_score)
  values ($1, $1, $2, 'set', 0, 10)`;

async function boothOf({ database }: Subject["rush"], gameId: number): Promise<number> {
  const game = database.query.selectFrom("games").select("boothId").where("id", "=", gameId);
  return (await game.executeTakeFirstOrThrow()).boothId;
}
