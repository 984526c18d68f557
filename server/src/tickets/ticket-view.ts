import type { Purchase, PurchasedTicket, Ticket } from "@saha/contract";
import { type InferResult, type Selectable, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { batchLoad } from "../database/optimizations/batch-load.ts";
import type { Schema } from "../database/schema.ts";
import type { EncodedAnswer } from "../http/encoded-answer.ts";
import { jsonObject, jsonTime, readAsJson } from "../http/json-rows.ts";
import type { Keys } from "../process/secrets.ts";
import { qrImagePath, shortCode } from "./ticket-code.ts";

/** Tickets as they travel; what was scanned and redeemed is counted from the rows when read (rules §4). */
export function selectTickets(query: Database["query"] | Tx) {
  const used = query
    .selectFrom("purchases")
    .select([
      "ticketId",
      sql<number>`count(last_qr_entry_scan)::int`.as("entryScanned"),
      sql<number>`count(last_qr_feature_scan)::int`.as("featureScanned"),
    ])
    .groupBy("ticketId")
    .as("used");
  const redeemed = query
    .selectFrom("invitationCodes")
    .select(["ticketId", sql<number>`count(purchase_id)::int`.as("redeemed")])
    .groupBy("ticketId")
    .as("codes");
  return query
    .selectFrom("tickets")
    .leftJoin(used, "used.ticketId", "tickets.id")
    .leftJoin(redeemed, "codes.ticketId", "tickets.id")
    .selectAll("tickets")
    .select([
      sql<number>`coalesce(used.entry_scanned, 0)`.as("entryScanned"),
      sql<number>`coalesce(used.feature_scanned, 0)`.as("featureScanned"),
      sql<number>`coalesce(codes.redeemed, 0)`.as("redeemed"),
    ])
    .orderBy("tickets.id");
}

/** One ticket as it travels; undefined when there is none. */
export function findTicket(tx: Tx, id: number): Promise<Ticket | undefined> {
  return selectTickets(tx).where("tickets.id", "=", id).executeTakeFirst();
}

type TicketPart = Pick<
  Selectable<Schema["tickets"]>,
  "id" | "title" | "price" | "day" | "categoryId" | "features" | "eventName" | "type" | "ticketInviter"
>;
export type PurchaseRow = Pick<
  Selectable<Schema["purchases"]>,
  "id" | "uuid" | "userId" | "ticketId" | "status" | "lastQrEntryScan" | "lastQrFeatureScan" | "createdAt"
> & { ticket: TicketPart };

/** What is kept of a purchase for a repeated press: all but the long text of its ticket. */
export type KeptPurchase = Omit<PurchaseRow, "ticket"> & { ticket: Omit<TicketPart, "features"> };

export function keepPurchase({ ticket, ...purchase }: PurchaseRow): KeptPurchase {
  const { features: _, ...kept } = ticket;
  return { ...purchase, ticket: kept };
}

/** Reads what was not kept of a purchase; of a ticket that is gone nothing. */
export async function recallPurchase(
  query: Database["query"],
  { ticket, ...purchase }: PurchaseRow | KeptPurchase,
): Promise<PurchaseRow> {
  if ("features" in ticket) return { ...purchase, ticket };
  const found = await query.selectFrom("tickets").select("features").where("id", "=", ticket.id).executeTakeFirst();
  return { ...purchase, ticket: { ...ticket, features: found?.features ?? "" } };
}

/** A purchase as its holder sees it: the QR and the short code are made here and kept nowhere (rules §4). */
export function presentPurchase(keys: Keys, { uuid, ...row }: PurchaseRow): Purchase {
  return { ...row, ...codesOf(keys, uuid) };
}

type Codes = Pick<Purchase, "qrImage" | "shortCode">;
const maxRemembered = 20_000;
const remembered = new WeakMap<Keys, Map<string, Codes>>();

/** The same for ever, and asked for with every visit: two signatures a ticket were a third of the answer's cost. */
function codesOf(keys: Keys, uuid: string): Codes {
  const known = remembered.get(keys) ?? new Map<string, Codes>();
  remembered.set(keys, known);
  const codes = known.get(uuid) ?? { qrImage: qrImagePath(keys, uuid), shortCode: shortCode(keys, uuid) };
  if (known.size >= maxRemembered) known.clear();
  known.set(uuid, codes);
  return codes;
}

/** Reads the own tickets, the earliest day first. The query is written down once: that took as long as running it. */
export function purchasesReader(query: Database["query"]): (userId: number) => Promise<PurchaseRow[]> {
  const compiled = selectPurchases(query, []).compile();
  const find = batchLoad(async (userIds: number[]) => {
    const { rows } = await query.executeQuery<InferResult<typeof compiled>[number]>({
      ...compiled,
      parameters: [userIds],
    });
    return Map.groupBy(rows.map(withTicket), ({ userId }) => userId);
  });
  return async (userId) => (await find(userId)) ?? [];
}

/** Lists everybody's purchases for administrators, without any code that a gate would take (rules §4). */
export function listPurchases(query: Database["query"]): Promise<EncodedAnswer<PurchasedTicket[]>> {
  return readAsJson(query, purchasedTicket, purchasesOfTickets, sql`purchases.id`, maxPurchases);
}

const maxPurchases = 100_000;

const purchasesOfTickets = sql`purchases join tickets on tickets.id = ticket_id join users on users.id = user_id`;
const purchasedTicket = jsonObject({
  id: sql`purchases.id`,
  userId: sql`user_id`,
  ticketId: sql`ticket_id`,
  status: sql`status`,
  lastQrEntryScan: jsonTime("lastQrEntryScan"),
  lastQrFeatureScan: jsonTime("lastQrFeatureScan"),
  createdAt: jsonTime("purchases.createdAt"),
  user: jsonObject({ id: sql`user_id`, username: sql`username`, name: sql`users.name` }),
  ticket: jsonObject({
    id: sql`ticket_id`,
    title: sql`title`,
    day: sql`purchases.day`,
    categoryId: sql`category_id`,
    type: sql`type`,
    price: sql`purchases.price`,
  }),
});

/** What of a ticket its holders see with the purchase, beside its id and day. */
export const ticketColumns = [
  "title",
  "price",
  "categoryId",
  "features",
  "eventName",
  "type",
  "ticketInviter",
] as const;

/** A purchase from a row that holds its ticket's columns as well. */
export function withTicket(row: Omit<PurchaseRow, "ticket"> & Omit<TicketPart, "id">): PurchaseRow {
  const { title, price, day, categoryId, features, eventName, type, ticketInviter, ...purchase } = row;
  return {
    ...purchase,
    ticket: { id: purchase.ticketId, title, price, day, categoryId, features, eventName, type, ticketInviter },
  };
}

function selectPurchases(query: Database["query"], userIds: number[]) {
  return query
    .selectFrom("purchases")
    .innerJoin("tickets", "tickets.id", "purchases.ticketId")
    .select([
      "purchases.id",
      "purchases.uuid",
      "purchases.userId",
      "purchases.ticketId",
      "purchases.status",
      "purchases.lastQrEntryScan",
      "purchases.lastQrFeatureScan",
      "purchases.createdAt",
      "tickets.title",
      "purchases.price",
      "tickets.day",
      "tickets.categoryId",
      "tickets.features",
      "tickets.eventName",
      "tickets.type",
      "tickets.ticketInviter",
    ])
    .where("purchases.userId", "=", sql<number>`any(${userIds})`)
    .orderBy("purchases.day")
    .orderBy("purchases.id");
}
