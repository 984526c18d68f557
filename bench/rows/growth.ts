import { Role } from "@saha/contract";
import type { Member } from "@saha/server/test/rush.ts";
import { eventDay } from "../lab/day.ts";
import type { Figure, Lab } from "../lab/lab.ts";
import { median } from "../lab/measure.ts";
import { request } from "../lab/request.ts";
import { openSubject, type Subject } from "../lab/subject.ts";
import { rushByCalls } from "./reserve.ts";

const crowds = [2000, 4000, 8000];
const lengths = [100, 1000, 10_000];
const rounds = 5;

/** The same work on more: a rush of more people, and lists of more rows. */
export async function growth(lab: Lab): Promise<Figure[]> {
  const subject = await openSubject({ profileTo: lab.profileTo });
  try {
    return [await rushes(lab, subject), ...(await lists(lab, subject))];
  } finally {
    await subject.close();
  }
}

/** The crowds take turns, so that whatever else the machine does falls on all of them alike. */
async function rushes(lab: Lab, subject: Subject): Promise<Figure> {
  const everybody = await subject.rush.members(Role.User, Math.max(...crowds));
  const each = crowds.map((): number[] => []);
  for (let round = 0; round <= 2; round++) {
    for (const [index, count] of crowds.entries()) {
      const day = 1 + round * crowds.length + index;
      const { ms } = await rushByCalls(lab, subject, everybody.slice(0, count), 200, day);
      if (round > 0) each[index]?.push((ms * 1000) / count);
    }
  }
  const [first = 0, ...more] = each.map(median);
  const furthest = Math.max(...more.map((cost) => cost / first));
  return {
    work: `growth: the rush of ${crowds.join(", ")} users`,
    figure: `${[first, ...more].map((cost) => cost.toFixed(0)).join(", ")} µs a request`,
    limit: "itself at the smallest",
    ratio: furthest,
    goal: "≤ 1.2",
    isMet: furthest <= 1.2,
  };
}

async function lists(lab: Lab, subject: Subject): Promise<Figure[]> {
  const [admin] = await subject.rush.members(Role.Admin, 1);
  const [guard] = await subject.rush.members(Role.ScanAdmin, 1);
  if (!admin || !guard) throw new Error("nobody is there");
  await subject.rush.database.pool.query("truncate scan_log, purchases, tickets cascade");
  const day = eventDay();
  const ticketRows = async (count: number) => {
    await subject.rush.tickets(
      { title: "ليلة البطولة", day, quantity: 100 },
      count - (await countOf(subject, "tickets")),
    );
  };
  const scanRows = async (count: number) => {
    await subject.rush.database.pool.query(
      `insert into scan_log (kind, result, was_typed, gate, scanner_id, user_id, ticket_title)
       select 'entry', 'admitted', false, 'A', $1, $1, 'ليلة البطولة' from generate_series(1, $2::int)`,
      [guard.id, count - (await countOf(subject, "scan_log"))],
    );
  };
  return [
    await list(lab, subject, { path: "/api/ticket", admin, grow: ticketRows }),
    await list(lab, subject, { path: "/api/scan-log", admin, grow: scanRows }),
  ];
}

type List = { path: string; admin: Member; grow: (count: number) => Promise<void> };

/** Milliseconds for the whole list, one request after another; linear when a row costs no more in a longer list. */
async function list(lab: Lab, subject: Subject, { path, admin, grow }: List): Promise<Figure> {
  const times: number[] = [];
  for (const count of lengths) {
    await grow(count);
    await subject.rush.database.pool.query("analyze");
    const lanes = [[request({ path, tokens: admin })]];
    await lab.load.ask({ port: subject.port, lanes, forMs: 500 });
    const medians: number[] = [];
    for (let round = 0; round < rounds; round++) {
      medians.push((await lab.load.ask({ port: subject.port, lanes, forMs: 500 })).p50);
    }
    times.push(median(medians));
  }
  const [, middle = 0, long = 0] = times;
  const ratio = long / (lengths[2] ?? 1) / (middle / (lengths[1] ?? 1));
  return {
    work: `growth: ${path} of ${lengths.join(", ")} rows`,
    figure: `${times.map((ms) => ms.toFixed(1)).join(", ")} ms`,
    limit: "a row of the list of 1,000",
    ratio,
    goal: "≤ 1.2, linear",
    isMet: ratio <= 1.2,
  };
}

async function countOf({ rush }: Subject, table: "tickets" | "scan_log"): Promise<number> {
  return (await rush.database.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count;
}
