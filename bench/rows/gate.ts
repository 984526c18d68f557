import { randomUUID } from "node:crypto";
import { Role } from "@saha/contract";
import type { Member } from "@saha/server/test/rush.ts";
import type { Sockets } from "../children/sockets.ts";
import type { Statements } from "../children/statements.ts";
import { openChild } from "../lab/child.ts";
import { eventDay } from "../lab/day.ts";
import { type Figure, type Lab, withChild } from "../lab/lab.ts";
import { median, perSecond, type Round } from "../lab/measure.ts";
import { inLanes, request } from "../lab/request.ts";
import { isSmall } from "../lab/small.ts";
import { openSubject, poolSize, type Subject } from "../lab/subject.ts";

const scanners = isSmall ? 4 : 20;
const tickets = isSmall ? 40 : 2000;
const rounds = isSmall ? 1 : 5;

/** 20 gates let 2,000 people in as fast as they can scan, while each of these has the page open. */
export async function gate(lab: Lab): Promise<Figure[]> {
  const subject = await openSubject({ profileTo: lab.profileTo });
  const sockets = openChild<Sockets, { count: number }>("sockets");
  try {
    const crowd = await subject.rush.members(Role.User, tickets);
    await sockets.ask({ port: subject.port, sessions: crowd });
    const guards = await subject.rush.members(Role.ScanAdmin, scanners);
    const ours: Round[] = [];
    const limits: Round[] = [];
    let cpu = 0;
    for (let round = 0; round <= rounds; round++) {
      const limit = await scanByStatements(subject, guards, await newTickets(subject, crowd));
      const people = await newTickets(subject, crowd);
      const before = subject.cpuMs();
      const our = await scanByCalls(lab, subject, guards, people);
      if (round === 0) continue;
      limits.push(limit);
      ours.push(our);
      cpu += subject.cpuMs() - before;
    }
    const ratio = median(ours.map((round, index) => perSecond(round) / perSecond(limits[index] ?? round)));
    const p99 = median(ours.map((round) => round.p99));
    return [
      {
        work: `gate: ${scanners} scanners let ${tickets} people in, ${tickets} sockets open`,
        figure: `${median(ours.map(perSecond)).toFixed(0)} scans/s, ${((cpu * 1000) / rounds / tickets).toFixed(0)} µs of one core each`,
        limit: `${median(limits.map(perSecond)).toFixed(0)}/s by the rule's statements alone`,
        ratio,
        goal: "≥ 0.5",
        isMet: ratio >= 0.5,
      },
      { work: "gate: slowest of 100", figure: `${p99.toFixed(0)} ms`, goal: "< 150 ms", isMet: p99 < 150 },
    ];
  } finally {
    sockets.close();
    await subject.close();
  }
}

type Ticket = { uuid: string; qrToken: string };

/** A ticket of today for everybody in place of the ones used before. */
async function newTickets({ rush }: Subject, crowd: Member[]): Promise<Ticket[]> {
  await rush.database.query.deleteFrom("scanLog").execute();
  await rush.database.query.deleteFrom("purchases").execute();
  const day = eventDay();
  const ticketId = await rush.ticket({ title: "Gate", day, quantity: crowd.length });
  return rush.purchases(
    ticketId,
    crowd.map((member) => member.id),
  );
}

/** Lets a crowd in with new tickets of today. */
export async function letIn(lab: Lab, subject: Subject, guards: Member[], crowd: Member[]): Promise<void> {
  await scanByCalls(lab, subject, guards, await newTickets(subject, crowd));
}

async function scanByCalls(lab: Lab, subject: Subject, guards: Member[], crowd: Ticket[]): Promise<Round> {
  const requests = crowd.map(({ qrToken }, index) =>
    request({
      method: "POST",
      path: "/api/ticket-scan/validate-qrEntry",
      tokens: guards[index % guards.length],
      body: { qrToken, gate: "A" },
      key: randomUUID(),
    }),
  );
  const lanes = inLanes(requests, guards.length);
  const round = await lab.load.ask({ port: subject.port, lanes });
  if (round.statuses[200] !== crowd.length) throw new Error(`not all were let in: ${JSON.stringify(round.statuses)}`);
  await expectEntered(subject, crowd.length);
  return round;
}

async function scanByStatements(subject: Subject, guards: Member[], crowd: Ticket[]): Promise<Round> {
  const jobs = crowd.map(({ uuid }, index) => ({ uuid, scannerId: guards[index % guards.length]?.id ?? 0 }));
  const round = await withChild<Statements, Round, Round>("statements", (child) =>
    child.ask({ url: subject.databaseUrl, poolSize, rule: "scan", scanners: guards.length, jobs }),
  );
  await expectEntered(subject, crowd.length);
  return round;
}

async function expectEntered({ rush }: Subject, count: number): Promise<void> {
  const { rows } = await rush.database.pool.query("select count(*)::int n from scan_log where result = 'admitted'");
  if (rows[0].n !== count) throw new Error(`${count} people, but ${rows[0].n} scans in the log`);
}
