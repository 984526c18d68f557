import { setTimeout as sleep } from "node:timers/promises";
import { api, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { HeldTicket, Member } from "../../test/given.ts";
import { openServer, type Server } from "../../test/harness.ts";
import { brokenLaws } from "../../test/laws.ts";
import { full, retryWhileBusy } from "../../test/soak.ts";

const clients = full({ full: 50, otherwise: 20 });
const tickets = full({ full: 200, otherwise: 50 });
const timeout = full({ full: 900_000, otherwise: 120_000 });

type Gates = { saha: Server; guards: Member[]; held: HeldTicket[] };
/** One scan at a gate; whether the guard was told to let them in. */
type Scan = (gates: Gates, guard: Member, ticket: HeldTicket, round: number) => Promise<boolean>;

async function openGates(count: number): Promise<Gates> {
  const saha = await openServer();
  const guards = await Promise.all(Array.from({ length: clients }, () => saha.given.user({ roleId: Role.ScanAdmin })));
  const { id: ticketId } = await saha.given.ticket({ quantity: count });
  const held: HeldTicket[] = [];
  for (let i = 0; i < count; i++) {
    held.push(await saha.given.purchase({ userId: (await saha.given.user()).id, ticketId }));
  }
  return { saha, guards, held };
}

/** Every guard scans every ticket, all at once; how often each ticket was let in. */
async function race(gates: Gates, scan: Scan): Promise<number[]> {
  const admitted = gates.held.map(() => 0);
  await Promise.all(
    gates.guards.map(async (guard, round) => {
      for (const [i, ticket] of gates.held.entries()) {
        if (await scan(gates, guard, ticket, round)) admitted[i] = (admitted[i] ?? 0) + 1;
      }
    }),
  );
  return admitted;
}

async function laws(gates: Gates): Promise<string[]> {
  return brokenLaws(gates.saha.query);
}

const opened: Gates[] = [];
afterAll(() => Promise.all(opened.map(({ saha }) => saha.close())));
async function gatesFor(count = tickets): Promise<Gates> {
  const gates = await openGates(count);
  opened.push(gates);
  return gates;
}

const throughTheGate: Scan = async (_gates, guard, ticket, round) => {
  // Some type the short code instead of scanning.
  const qrToken = round % 5 === 0 ? ticket.shortCode : ticket.qrToken;
  const { code } = await retryWhileBusy(() =>
    guard.call(api.scans.entry, { body: { qrToken, gate: `gate ${round}` } }),
  );
  if (code !== undefined && code !== "ticket.already_used") throw new Error(code);
  return code === undefined;
};

test(
  `${clients} gates scan ${tickets} tickets at once: each is let in exactly once`,
  async () => {
    const gates = await gatesFor();
    expect(await race(gates, throughTheGate)).toEqual(gates.held.map(() => 1));
    expect(await laws(gates)).toEqual([]);
    const { rows } = await sql<{ result: string; n: number }>`
    select result, count(*)::int as n from scan_log group by result order by n`.execute(gates.saha.query);
    expect(rows).toEqual([
      { result: "admitted", n: tickets },
      { result: "ticket.already_used", n: tickets * (clients - 1) },
    ]);
  },
  timeout,
);

test(
  "answers are lost and asked for again: whoever let someone in is told so again, and each is let in and logged once",
  async () => {
    const gates = await gatesFor(tickets / 2);
    const lossy: Scan = async ({ saha }, guard, ticket) => {
      const key = saha.given.key();
      const ask = () => guard.call(api.scans.entry, { body: { qrToken: ticket.qrToken } }, { key });
      const lost = ask().catch(() => undefined);
      if (Math.random() < 0.5) await lost;
      for (;;) {
        const answer = await ask();
        if (answer.code === "idempotency.running") {
          await sleep(20);
          continue;
        }
        const first = await lost;
        if (first?.status === 200) expect([answer.status, answer.text]).toEqual([200, first.text]);
        return answer.status === 200;
      }
    };
    expect(await race(gates, lossy)).toEqual(gates.held.map(() => 1));
    expect(await laws(gates)).toEqual([]);
    const { rows } = await sql`select 1 from scan_log where result = 'admitted'`.execute(gates.saha.query);
    expect(rows).toHaveLength(gates.held.length);
  },
  timeout,
);

test(
  "food is given once, by whatever gate, and never without entry",
  async () => {
    const gates = await gatesFor(tickets / 2);
    let admitted = gates.held.map(() => 0);
    const either: Scan = async (_gates, guard, ticket, round) => {
      const kind = round % 2 === 0 ? api.scans.entry : api.scans.feature;
      const answer = await guard.call(kind, { body: { qrToken: ticket.qrToken } });
      return kind === api.scans.feature && answer.status === 200;
    };
    admitted = await race(gates, either);
    expect(Math.max(...admitted)).toBeLessThanOrEqual(1);
    expect(await laws(gates)).toEqual([]);
    const { rows } = await sql`
    select 1 from scan_log food where kind = 'feature' and result = 'admitted' and not exists (
      select 1 from scan_log entry where entry.purchase_id = food.purchase_id and entry.kind = 'entry'
        and entry.result = 'admitted' and entry.id < food.id)`.execute(gates.saha.query);
    expect(rows).toEqual([]);
  },
  timeout,
);

describe("the broken twin", () => {
  /** Looks first and writes then, with neither lock nor guard. */
  const naive: Scan = async ({ saha }, guard, ticket) =>
    saha.core.database.transact(async (tx) => {
      const found = await tx
        .selectFrom("purchases")
        .select("status")
        .where("id", "=", ticket.id)
        .executeTakeFirstOrThrow();
      if (found.status !== "ACTIVE") return false;
      await tx
        .updateTable("purchases")
        .set({ status: "USED_FOR_ENTRY", lastQrEntryScan: sql`now()` })
        .where("id", "=", ticket.id)
        .execute();
      await tx
        .insertInto("scanLog")
        .values({
          kind: "entry",
          result: "admitted",
          wasTyped: false,
          scannerId: guard.id,
          purchaseId: ticket.id,
          userId: ticket.userId,
        })
        .execute();
      return true;
    });

  test(
    "lets tickets in more than once, and the laws see it",
    async () => {
      const gates = await gatesFor(tickets / 2);
      await sql`drop index scan_log_admitted_once`.execute(gates.saha.owner);
      expect(Math.max(...(await race(gates, naive)))).toBeGreaterThan(1);
      expect(await laws(gates)).toContain("a ticket admitted twice");
    },
    timeout,
  );

  test(
    "is held by the index of the database alone",
    async () => {
      const gates = await gatesFor(tickets / 2);
      const refused: Scan = (...scan) =>
        naive(...scan).catch((error: { code?: string }) => {
          if (error.code !== "ticket.already_used") throw error;
          return false;
        });
      expect(await race(gates, refused)).toEqual(gates.held.map(() => 1));
      expect(await laws(gates)).toEqual([]);
    },
    timeout,
  );
});
