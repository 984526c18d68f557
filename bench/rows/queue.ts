import { randomUUID } from "node:crypto";
import { Role } from "@saha/contract";
import type { Member } from "@saha/server/test/rush.ts";
import type { News } from "../children/news.ts";
import type { Presses } from "../children/presses.ts";
import { openChild } from "../lab/child.ts";
import { type Figure, type Lab, withChild } from "../lab/lab.ts";
import { median, perSecond, type Round } from "../lab/measure.ts";
import { inLanes, request } from "../lab/request.ts";
import { isSmall } from "../lab/small.ts";
import { openSubject, poolSize, type Subject } from "../lab/subject.ts";

const players = isSmall ? 40 : 500;
const staff = isSmall ? 4 : 20;
const watching = isSmall ? 50 : 2000;
const rounds = isSmall ? 1 : 5;
const newsPresses = isSmall ? 5 : 60;
const ranked = isSmall ? 200 : 10_000;
const applyLanes = 50;

/**
 * An evening of one booth: everybody applies, is called, enters, plays and wins, while thousands have the page open.
 */
export async function queue(lab: Lab): Promise<Figure[]> {
  const subject = await openSubject({ profileTo: lab.profileTo });
  const sockets = openChild<News, { latencies: number[] }>("news");
  try {
    const people = await subject.rush.members(Role.User, Math.max(players, watching));
    const crew = await subject.rush.members(Role.GameAdmin, staff);
    const ours: { apply: Round; press: Round }[] = [];
    const limits: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const limit = await byStatements(subject, people.slice(0, players), crew);
      const our = await byCalls(lab, subject, people.slice(0, players), crew);
      if (round === 0) continue;
      limits.push(limit);
      ours.push(our);
    }
    const rates = ours.map(({ apply, press }) => (5 * players * 1000) / (apply.ms + press.ms));
    const ratio = median(rates.map((rate, index) => rate / (limits[index] ?? rate)));
    const p99 = median(ours.map(({ press }) => press.p99));
    return [
      {
        work: `queue: ${players} people apply, ${staff} staff call, let in, let play and win`,
        figure: `${median(rates).toFixed(0)} presses/s`,
        limit: `${median(limits).toFixed(0)}/s by the rules' statements alone`,
        ratio,
        goal: "≥ 0.4",
        isMet: ratio >= 0.4,
      },
      { work: "queue: slowest press of 100", figure: `${p99.toFixed(0)} ms`, goal: "< 200 ms", isMet: p99 < 200 },
      await newsLatency(subject, sockets, people.slice(0, watching), crew),
      ...(await readTimes(lab, subject, people, crew)),
    ];
  } finally {
    sockets.close();
    await subject.close();
  }
}

async function byCalls(lab: Lab, subject: Subject, people: Member[], crew: Member[]) {
  const gameId = await subject.rush.game();
  const applications = people.map((tokens) =>
    request({ method: "POST", path: "/api/queue", tokens, body: { gameId }, key: randomUUID() }),
  );
  const apply = await lab.load.ask({ port: subject.port, lanes: inLanes(applications, applyLanes) });
  if (apply.statuses[201] !== people.length) throw new Error(`not all are in line: ${JSON.stringify(apply.statuses)}`);
  const entries = await subject.rush.entries(gameId);
  const presses = entries.map(({ id, userId }, index) => {
    const tokens = crew[index % crew.length];
    const post = (path: string, body: object) => request({ method: "POST", path, tokens, body, key: randomUUID() });
    return [
      post("/api/queue/trigger-call", { queueId: id }),
      post("/api/queue/trigger-enter", { queueId: id }),
      request({ method: "PUT", path: `/api/queue/${id}`, tokens, body: { isPlaying: true } }),
      post(`/api/score/winner/${userId}/game/${gameId}`, { queueId: id }),
    ];
  });
  const lanes = crew.map((_, lane) => presses.filter((__, index) => index % crew.length === lane).flat());
  const press = await lab.load.ask({ port: subject.port, lanes });
  if (press.statuses[200] !== 4 * people.length) throw new Error(`not all played: ${JSON.stringify(press.statuses)}`);
  return { apply, press };
}

async function byStatements(subject: Subject, people: Member[], crew: Member[]): Promise<number> {
  const gameId = await subject.rush.game();
  const plan = { url: subject.databaseUrl, poolSize, gameId, applyLanes };
  const round = await withChild<Presses, Round, Round>("presses", (child) =>
    child.ask({ ...plan, userIds: people.map(({ id }) => id), actorIds: crew.map(({ id }) => id) }),
  );
  if (round.count !== 5 * people.length) throw new Error(`${round.count} presses of ${5 * people.length}`);
  return perSecond(round);
}

/**
 * From the press of staff until the called phone and every phone in line have heard; what lies before the commit counts
 * too.
 */
async function newsLatency(
  subject: Subject,
  sockets: { ask(plan: News): Promise<{ latencies: number[] }> },
  people: Member[],
  crew: Member[],
): Promise<Figure> {
  const gameId = await subject.rush.game();
  await subject.rush.line(
    gameId,
    people.slice(0, players).map(({ id }) => id),
  );
  const entries = (await subject.rush.entries(gameId)).slice(0, newsPresses);
  const [caller] = crew;
  if (!caller) throw new Error("nobody calls");
  const queueIds = entries.map(({ id }) => id);
  const { latencies } = await sockets.ask({ port: subject.port, sessions: people, caller, queueIds, inLine: players });
  const p99 = latencies.sort((one, other) => one - other)[Math.floor(latencies.length * 0.99)] ?? Number.NaN;
  return {
    work: `queue: news of a call to ${players} phones in line, ${people.length} sockets open, slowest of 100`,
    figure: `${p99.toFixed(0)} ms after the press`,
    goal: "< 300 ms",
    isMet: p99 < 300,
  };
}

/** The staff's list of a full line, and the standings of an event, as one asks after another. */
async function readTimes(lab: Lab, subject: Subject, people: Member[], crew: Member[]): Promise<Figure[]> {
  const gameId = await subject.rush.game();
  await subject.rush.line(
    gameId,
    people.slice(0, players).map(({ id }) => id),
  );
  await subject.rush.scores(gameId, ranked);
  await subject.rush.database.pool.query("analyze");
  const figures: Figure[] = [];
  for (const [path, what] of [
    ["/api/queue", `of ${players} entries, to staff`],
    ["/api/score", `of ${ranked} players`],
  ] as const) {
    const lanes = inLanes(
      crew.map((tokens) => request({ path, tokens })),
      2,
    );
    await lab.load.ask({ port: subject.port, lanes, forMs: 1000 });
    const round = await lab.load.ask({ port: subject.port, lanes, forMs: 2000 });
    figures.push({
      work: `read ${path} ${what}`,
      figure: `${perSecond(round).toFixed(0)}/s, slowest of 100 ${round.p99.toFixed(0)} ms`,
      goal: "< 200 ms",
      isMet: round.p99 < 200,
    });
  }
  return figures;
}
