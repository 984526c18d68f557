import type { ProblemCode } from "@saha/contract";
import type { Insertable } from "kysely";
import type { Tx } from "../database/database.ts";
import type { Schema } from "../database/schema.ts";

type Gate = { now: Date; scannerId: number; ticket: { id: number; title: string }; holders: readonly number[] };

const gates = ["البوابة الرئيسية", "البوابة الرئيسية", "بوابة العائلات", "البوابة الرئيسية", "بوابة المواقف"] as const;
const foodPoint = "ركن الطعام";

const refused: { result: ProblemCode; minutesAgo: number }[] = [
  { result: "ticket.already_used", minutesAgo: 44 },
  { result: "ticket.already_used", minutesAgo: 31 },
  { result: "ticket.unknown", minutesAgo: 27 },
  { result: "ticket.already_used", minutesAgo: 12 },
  { result: "ticket.wrong_day", minutesAgo: 8 },
  { result: "ticket.already_used", minutesAgo: 3 },
];

/**
 * Seeds the last hour at the gates: three in four holders are in, some have eaten, a few scans were refused (rules §8).
 */
export async function seedGate(tx: Tx, { now, scannerId, ticket, holders }: Gate): Promise<void> {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const entered = holders.filter((_, turn) => turn % 4 !== 3);
  const purchases = await tx
    .selectFrom("purchases")
    .select(["id", "userId"])
    .where("ticketId", "=", ticket.id)
    .where("userId", "in", entered)
    .execute();
  const purchaseOf = new Map(purchases.map(({ id, userId }) => [userId, id]));
  const common = { scannerId, wasTyped: false, ticketTitle: ticket.title };
  const scans: Insertable<Schema["scanLog"]>[] = [];
  for (const [turn, userId] of entered.entries()) {
    // Few come early, more towards now.
    const minutes = Math.round(56 * (1 - turn / entered.length) ** 1.4) + 1;
    const purchaseId = purchaseOf.get(userId) ?? null;
    const isServed = turn % 3 === 0;
    const scan = { ...common, userId, purchaseId, result: "admitted" };
    const fedAt = ago(Math.max(0, minutes - 6 - (turn % 5)));
    scans.push({ ...scan, kind: "entry", gate: gates[turn % gates.length] ?? null, at: ago(minutes) });
    if (isServed) scans.push({ ...scan, kind: "feature", gate: foodPoint, at: fedAt });
    await tx
      .updateTable("purchases")
      .set({
        status: isServed ? "USED_FOR_FEATURE" : "USED_FOR_ENTRY",
        lastQrEntryScan: ago(minutes),
        ...(isServed && { lastQrFeatureScan: fedAt }),
      })
      .where("id", "=", purchaseId)
      .execute();
  }
  scans.push(
    ...refused.map(({ result, minutesAgo }, turn) => ({
      ...common,
      kind: "entry" as const,
      result,
      gate: gates[turn % gates.length] ?? null,
      userId: result === "ticket.unknown" ? null : (entered[turn] ?? null),
      ticketTitle: result === "ticket.unknown" ? null : ticket.title,
      at: ago(minutesAgo),
    })),
  );
  scans.sort((one, other) => Number(one.at) - Number(other.at));
  await tx.insertInto("scanLog").values(scans).execute();
}
