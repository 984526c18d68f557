import { randomUUID } from "node:crypto";
import { Role } from "@saha/contract";
import type { Member } from "@saha/server/test/rush.ts";
import type { Statements } from "../children/statements.ts";
import { eventDay } from "../lab/day.ts";
import { type Figure, type Lab, withChild } from "../lab/lab.ts";
import { median, perSecond, type Round } from "../lab/measure.ts";
import { inLanes, request } from "../lab/request.ts";
import { openSubject, poolSize, type Subject } from "../lab/subject.ts";

const users = 2000;
const atATime = 200;
const rounds = 5;

/**
 * 2,000 signed-in users want 1,000 places of one ticket: 200 of them at a time for the rate, then all in one moment.
 */
export async function reserve(lab: Lab): Promise<Figure[]> {
  const subject = await openSubject({ profileTo: lab.profileTo });
  try {
    const members = await subject.rush.members(Role.User, users);
    const ours: Round[] = [];
    const limits: Round[] = [];
    let cpu = 0;
    for (let round = 0; round <= rounds; round++) {
      const limit = await rushByStatements(subject, members, 2 * round + 1);
      const before = subject.cpuMs();
      const our = await rushByCalls(lab, subject, members, atATime, 2 * round + 2);
      if (round === 0) continue;
      limits.push(limit);
      ours.push(our);
      cpu += subject.cpuMs() - before;
    }
    const atOnce = await rushByCalls(lab, subject, members, users, 2 * rounds + 3);
    const ratio = median(ours.map((round, index) => perSecond(round) / perSecond(limits[index] ?? round)));
    const p99 = median(ours.map((round) => round.p99));
    return [
      {
        work: `reserve rush: ${users} users want ${users / 2} places, ${atATime} at a time`,
        figure: `${median(ours.map(perSecond)).toFixed(0)} answers/s, ${((cpu * 1000) / rounds / users).toFixed(0)} µs of one core each`,
        limit: `${median(limits.map(perSecond)).toFixed(0)}/s by the rule's statements alone`,
        ratio,
        goal: "≥ 0.6, exact stock",
        isMet: ratio >= 0.6,
      },
      {
        work: "reserve rush: 99 of 100 answered within",
        figure: `${p99.toFixed(0)} ms`,
        goal: "< 1,000 ms",
        isMet: p99 < 1000,
      },
      {
        work: `reserve rush: all ${users} in one moment`,
        figure: `last answer after ${(atOnce.ms / 1000).toFixed(1)} s`,
        limit: `${(users / median(limits.map(perSecond))).toFixed(1)} s by the rule's statements alone`,
        goal: "exact stock, no other refusal",
        isMet: true,
      },
    ];
  } finally {
    await subject.close();
  }
}

/** One rush through the API; throws unless exactly the stock was sold. */
export async function rushByCalls(
  lab: Lab,
  subject: Subject,
  members: Member[],
  atATime: number,
  day: number,
): Promise<Round> {
  const places = members.length / 2;
  const ticketId = await subject.rush.ticket({ title: `Rush ${day}`, day: eventDay(day), quantity: places });
  const requests = members.map((tokens) =>
    request({ method: "POST", path: "/api/ticket-purchase", tokens, body: { ticketId }, key: randomUUID() }),
  );
  const lanes = inLanes(requests, atATime);
  const round = await lab.load.ask({ port: subject.port, lanes });
  const { 201: sold = 0, 409: refused = 0 } = round.statuses;
  if (sold !== places || refused !== places)
    throw new Error(`answers do not add up: ${JSON.stringify(round.statuses)}`);
  await expectSold(subject, ticketId, places);
  return round;
}

async function rushByStatements(subject: Subject, members: Member[], day: number): Promise<Round> {
  const places = members.length / 2;
  const ticketId = await subject.rush.ticket({ title: `Limit ${day}`, day: eventDay(day), quantity: places });
  const jobs = members.map(({ id }) => ({ userId: id, ticketId }));
  const round = await withChild<Statements, Round, Round>("statements", (child) =>
    child.ask({ url: subject.databaseUrl, poolSize, rule: "reserve", jobs }),
  );
  await expectSold(subject, ticketId, places);
  return round;
}

async function expectSold({ rush }: Subject, ticketId: number, places: number): Promise<void> {
  const { purchased } = await rush.database.query
    .selectFrom("tickets")
    .select("purchased")
    .where("id", "=", ticketId)
    .executeTakeFirstOrThrow();
  const rows = await rush.database.query
    .selectFrom("purchases")
    .select("id")
    .where("ticketId", "=", ticketId)
    .execute();
  if (purchased !== places || rows.length !== places) {
    throw new Error(`${places} places, but ${purchased} counted and ${rows.length} sold`);
  }
}
