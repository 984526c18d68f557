import { randomUUID } from "node:crypto";
import { Role } from "@saha/contract";
import type { Member } from "@saha/server/test/rush.ts";
import type { Statements } from "../children/statements.ts";
import { eventDay } from "../lab/day.ts";
import { type Figure, type Lab, withChild } from "../lab/lab.ts";
import { median, perSecond, type Round } from "../lab/measure.ts";
import { inLanes, request } from "../lab/request.ts";
import { isSmall } from "../lab/small.ts";
import { openSubject, poolSize, type Subject } from "../lab/subject.ts";

const people = isSmall ? 40 : 1000;
const most = people / 2;
const atATime = isSmall ? 10 : 100;
const rounds = isSmall ? 1 : 5;

/** 1,000 people redeem a code each, 100 at a time, under a max of half as many, beside the rule's statements. */
export async function redeem(lab: Lab): Promise<Figure[]> {
  const subject = await openSubject({ profileTo: lab.profileTo });
  try {
    const members = await subject.rush.members(Role.User, people);
    const ours: Round[] = [];
    const limits: Round[] = [];
    let cpu = 0;
    for (let round = 0; round <= rounds; round++) {
      const limit = await redeemByStatements(subject, members, 2 * round + 1);
      const before = subject.cpuMs();
      const our = await redeemByCalls(lab, subject, members, 2 * round + 2);
      if (round === 0) continue;
      limits.push(limit);
      ours.push(our);
      cpu += subject.cpuMs() - before;
    }
    const ratio = median(ours.map((round, index) => perSecond(round) / perSecond(limits[index] ?? round)));
    return [
      {
        work: `redeem rush: ${people} people redeem ${people} codes under a max of ${most}, ${atATime} at a time`,
        figure: `${median(ours.map(perSecond)).toFixed(0)} answers/s, ${((cpu * 1000) / rounds / people).toFixed(0)} µs of one core each`,
        limit: `${median(limits.map(perSecond)).toFixed(0)}/s by the rule's statements alone`,
        ratio,
        goal: "≥ 0.5, exactly the max",
        isMet: ratio >= 0.5,
      },
    ];
  } finally {
    await subject.close();
  }
}

async function redeemByCalls(lab: Lab, subject: Subject, members: Member[], day: number): Promise<Round> {
  const { ticketId, codes } = await newCodes(subject, day);
  const requests = members.map((tokens, index) =>
    request({
      method: "POST",
      path: "/api/ticket-purchase/with-invitation-code",
      tokens,
      body: { invitationCode: codes[index] },
      key: randomUUID(),
    }),
  );
  const round = await lab.load.ask({ port: subject.port, lanes: inLanes(requests, atATime) });
  const { 201: redeemed = 0, 409: refused = 0 } = round.statuses;
  if (redeemed !== most || refused !== people - most)
    throw new Error(`answers do not add up: ${JSON.stringify(round.statuses)}`);
  await expectRedeemed(subject, ticketId);
  return round;
}

async function redeemByStatements(subject: Subject, members: Member[], day: number): Promise<Round> {
  const { ticketId, codes } = await newCodes(subject, day);
  const jobs = members.map(({ id }, index) => ({ userId: id, code: codes[index] ?? "" }));
  const round = await withChild<Statements, Round, Round>("statements", (child) =>
    child.ask({ url: subject.databaseUrl, poolSize, rule: "redeem", atATime, jobs }),
  );
  await expectRedeemed(subject, ticketId);
  return round;
}

/** A day of its own for each round, so that everybody may redeem once more. */
async function newCodes({ rush }: Subject, day: number) {
  await rush.allowRedemptions(most);
  return rush.invitation({ title: `Guests ${day}`, day: eventDay(day), quantity: people });
}

/** Throws unless counter, places, purchases and used codes all say the max. */
async function expectRedeemed({ rush }: Subject, ticketId: number): Promise<void> {
  const { rows } = await rush.database.pool.query(
    `select (select redeemed from redemptions), (select purchased from tickets where id = $1),
       (select count(*)::int from purchases where ticket_id = $1 and status = 'ACTIVE') as bought,
       (select count(purchase_id)::int from invitation_codes where ticket_id = $1) as used`,
    [ticketId],
  );
  const counts = Object.values(rows[0]);
  if (counts.some((count) => count !== most)) throw new Error(`${most} redeem, but ${JSON.stringify(rows[0])}`);
}
