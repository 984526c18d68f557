import { Role } from "@saha/contract";
import { type Optimization, optimizations } from "@saha/server/test/plain-twins.ts";
import type { Member } from "@saha/server/test/rush.ts";
import { eventDay } from "../lab/day.ts";
import type { Figure, Lab, Row } from "../lab/lab.ts";
import { median } from "../lab/measure.ts";
import { inLanes, request } from "../lab/request.ts";
import { openSubject, type Subject } from "../lab/subject.ts";
import { letIn } from "./gate.ts";
import { rushByCalls } from "./reserve.ts";

const users = 600;
const rounds = 5;

type Side = { subject: Subject; members: Member[]; guards: Member[] };
/** Does a piece of work and returns how many calls that was. */
type Work = { name: string; run(lab: Lab, side: Side, round: number): Promise<number> };

const rush: Work = {
  name: "the reserve rush",
  async run(lab, { subject, members }, round) {
    await rushByCalls(lab, subject, members, 100, round + 1);
    return members.length;
  },
};
const me: Work = { name: "/api/auth/me", run: read("/api/auth/me", 3000) };
const own: Work = {
  name: "/api/ticket-purchase/me",
  run: read("/api/ticket-purchase/me", 2000),
};

const gate: Work = {
  name: "the gate",
  async run(lab, { subject, members, guards }) {
    await letIn(lab, subject, guards, members);
    return members.length;
  },
};

/** What each optimization is meant for. */
const worksOf: Record<Optimization, Work[]> = {
  "batch-load": [me, own],
  "compiled-statements": [gate],
  pipelining: [rush],
  "prepared-statements": [rush, own],
};

/** One row for each optimization of the database, beside its plain twin: two servers, whose rounds take turns. */
export const twins = Object.fromEntries(optimizations.map((name): [string, Row] => [name, (lab) => twin(lab, name)]));

async function twin(lab: Lab, optimization: Optimization): Promise<Figure[]> {
  const [ours, plain] = [await openSide(), await openSide(optimization)];
  try {
    const figures: Figure[] = [];
    for (const work of worksOf[optimization]) figures.push(await compare(lab, optimization, work, ours, plain));
    return figures;
  } finally {
    await ours.subject.close();
    await plain.subject.close();
  }
}

async function openSide(plain?: Optimization): Promise<Side> {
  const subject = await openSubject(plain ? { plain } : {});
  const { rush } = subject;
  const members = await rush.members(Role.User, users);
  await rush.tickets({ title: "ليلة البطولة", day: eventDay(40), quantity: 100 }, 1000);
  const ids = members.map(({ id }) => id);
  for (let day = 50; day < 53; day++) {
    const ticketId = await rush.ticket({ title: `ليلة ${day}`, day: eventDay(day), quantity: users });
    await rush.purchases(ticketId, ids);
  }
  await rush.database.pool.query("analyze");
  return { subject, members, guards: await rush.members(Role.ScanAdmin, 20) };
}

/**
 * Processor time of a call, of application and database together: what else a shared machine does falls on it least.
 */
async function compare(lab: Lab, optimization: Optimization, work: Work, ours: Side, plain: Side): Promise<Figure> {
  const costs = new Map<Side, { application: number[]; database: number[] }>();
  for (const side of [ours, plain]) costs.set(side, { application: [], database: [] });
  for (let round = 0; round <= rounds; round++) {
    for (const side of round % 2 ? [plain, ours] : [ours, plain]) {
      const { subject } = side;
      const before = [subject.cpuMs(), subject.databaseCpuMs()] as const;
      const calls = await work.run(lab, side, round);
      if (round === 0) continue;
      costs.get(side)?.application.push(((subject.cpuMs() - before[0]) * 1000) / calls);
      costs.get(side)?.database.push(((subject.databaseCpuMs() - before[1]) * 1000) / calls);
    }
  }
  const told = (side: Side) => {
    const { application = [], database = [] } = costs.get(side) ?? {};
    const both = median(application.map((cost, round) => cost + (database[round] ?? 0)));
    const parts = `${median(application).toFixed(0)} + ${median(database).toFixed(0)}`;
    return { both, text: `${parts} µs of the application + the database` };
  };
  const [mine, twin] = [told(ours), told(plain)];
  const ratio = mine.both / twin.both;
  return {
    work: `${optimization}: ${work.name}`,
    figure: mine.text,
    limit: `${twin.text} with the plain twin`,
    ratio,
    goal: "≤ 0.97, else it goes",
    isMet: ratio <= 0.97,
  };
}

function read(path: string, calls: number): Work["run"] {
  return async (lab, { subject, members }) => {
    const requests = Array.from({ length: calls }, (_, i) => request({ path, tokens: members[i % members.length] }));
    const { statuses } = await lab.load.ask({ port: subject.port, lanes: inLanes(requests, 50) });
    if (statuses[200] !== calls) throw new Error(`${path}: ${JSON.stringify(statuses)}`);
    return calls;
  };
}
