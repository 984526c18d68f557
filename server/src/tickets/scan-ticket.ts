import type { PurchaseStatus, Scan } from "@saha/contract";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../database/database.ts";
import type { Given, Query, Statement } from "../database/optimizations/compiled-statements.ts";
import { Problem } from "../errors/problem.ts";
import type { Keys } from "../process/secrets.ts";
import { type EventDays, openDays } from "./event-day.ts";
import { readQrToken, readShortCode, shortCodeHash } from "./ticket-code.ts";
import { tellHolders } from "./ticket-news.ts";

export type ScanKind = "entry" | "feature";
export type ScanRules = { enforceDay: boolean; foodNeedsEntry: boolean; days: EventDays };
type Asked = {
  kind: ScanKind;
  scannerId: number;
  /** The device of a shared account: typing is paused on it alone. */
  sessionId: number;
  qrToken: string;
  gate: string | null;
  now: Date;
};

export const maxUnknownTyped = 20;

/**
 * Admits a ticket once for each kind, by one guarded update; every scan, refused ones too, is a row of the scan log in
 * the same transaction; the holder's open screens hear of an admission. So a refusal is returned, not thrown:
 * `ticket.unknown`, `given_back` with when, `already_used` with when, by whom and at which gate, `not_entered`,
 * `cancelled`, `wrong_day`, `holder_blocked`, `scan.too_many_unknown` (rules §4).
 */
export async function scanTicket(tx: Tx, keys: Keys, rules: ScanRules, asked: Asked): Promise<Scan | Problem> {
  const typed = readShortCode(asked.qrToken);
  const pause = typed ? await pauseOfTyping(tx, asked.sessionId) : undefined;
  const code = pause ? undefined : readCode(keys, asked.qrToken, typed);
  const holder = code && (await find(tx, code));
  if (holder) {
    const outcome = await admit(tx, rules, asked, holder);
    if (outcome instanceof Problem) await logRefusal(tx, asked, holder, outcome);
    else tellHolders(tx, holder.ticketId, [holder.userId]);
    return outcome;
  }
  const returned = code && (await findReturned(tx, code));
  const problem = pause ?? (returned ? givenBack(returned) : new Problem("ticket.unknown"));
  await logRefusal(tx, asked, returned, problem);
  return problem;
}

type Code = { uuid: string } | { shortCodeHash: Buffer };

function readCode(keys: Keys, qr: string, typed: string | undefined): Code | undefined {
  if (typed) return { shortCodeHash: shortCodeHash(keys, typed) };
  const uuid = readQrToken(keys, qr);
  return uuid === undefined ? undefined : { uuid };
}

/** Locks the purchase, so that it neither changes nor goes until the scan is decided and logged. */
async function find(tx: Tx, code: Code): Promise<Found | undefined> {
  const [found] = await ("uuid" in code ? tx.run(purchaseOfUuid, code) : tx.run(purchaseOfShortCode, code));
  return found;
}

const purchaseOfUuid = (query: Query, { uuid }: Given<{ uuid: string }>) =>
  lockedPurchases(query).where("purchases.uuid", "=", uuid);
const purchaseOfShortCode = (query: Query, { shortCodeHash }: Given<{ shortCodeHash: Buffer }>) =>
  lockedPurchases(query).where("purchases.shortCodeHash", "=", shortCodeHash);

type Found = Awaited<ReturnType<ReturnType<typeof lockedPurchases>["executeTakeFirstOrThrow"]>>;

function lockedPurchases(query: Query) {
  return query
    .selectFrom("purchases")
    .innerJoin("tickets", "tickets.id", "purchases.ticketId")
    .innerJoin("users", "users.id", "purchases.userId")
    .select([
      "purchases.id",
      "purchases.userId",
      "purchases.ticketId",
      "purchases.status",
      "purchases.day",
      "users.username",
      "users.name",
      "users.avatar",
      "users.isBlocked",
      "tickets.categoryId",
      "tickets.title",
      "tickets.type",
      "tickets.ticketInviter",
      "purchases.price",
    ])
    .forNoKeyUpdate("purchases");
}

type Returned = NonNullable<Awaited<ReturnType<typeof findReturned>>>;

/** What is remembered of a ticket that was given back. */
function findReturned(tx: Tx, code: Code) {
  return tx
    .selectFrom("returnedTickets")
    .leftJoin("users", "users.id", "returnedTickets.userId")
    .select(["userId", "ticketTitle as title", "day", "isByHolder", "at", "username", "name", "avatar"])
    .where((where) =>
      "uuid" in code
        ? where("returnedTickets.uuid", "=", code.uuid)
        : where("returnedTickets.shortCodeHash", "=", code.shortCodeHash),
    )
    .executeTakeFirst();
}

/** Given back by its holder, and when; what an administrator took back was cancelled. */
function givenBack({ title, day, isByHolder, at, username, name, avatar }: Returned): Problem {
  const user = username === null ? undefined : { username, name, avatar };
  return new Problem(isByHolder ? "ticket.given_back" : "ticket.cancelled", {
    details: { ...(user && { user }), title, day, at },
  });
}

async function admit(tx: Tx, rules: ScanRules, asked: Asked, found: Found): Promise<Scan | Problem> {
  const user = { username: found.username, name: found.name, avatar: found.avatar };
  const { categoryId, title, type, ticketInviter, price, day } = found;
  const ticket = { categoryId, title, type, ticketInviter, price, day };
  const details = { user, ticket, day };
  if (found.isBlocked) return new Problem("ticket.holder_blocked", { details });
  if (
    rules.enforceDay &&
    !(openDays(asked.now, rules.days) as string[]).includes(found.day) &&
    !isUsed(found.status, asked.kind)
  ) {
    return new Problem("ticket.wrong_day", { details });
  }
  const scannedAt = await use(tx, asked, found, rules.foodNeedsEntry);
  if (scannedAt) return { userId: found.userId, ticket, user, scannedAt };
  return refusal(tx, found, asked.kind, details);
}

/** Uses a ticket, and logs it as admitted; undefined when it can't be used. */
async function use(tx: Tx, asked: Asked, found: Found, foodNeedsEntry: boolean): Promise<string | undefined> {
  const guarded = asked.kind === "entry" ? useForEntry : foodNeedsEntry ? useForFood : useForFoodAlone;
  const [used] = await tx.run(guarded, { id: found.id, ...logRow(asked, found, "admitted") });
  return used?.at ?? undefined;
}

type Use = Statement<{ id: number } & ReturnType<typeof logRow>, { at: string | null }>;
const useForEntry: Use = using("USED_FOR_ENTRY", "lastQrEntryScan", ["ACTIVE"]);
const useForFood: Use = using("USED_FOR_FEATURE", "lastQrFeatureScan", ["USED_FOR_ENTRY"]);
const useForFoodAlone: Use = using("USED_FOR_FEATURE", "lastQrFeatureScan", ["ACTIVE", "USED_FOR_ENTRY"]);

/** The one guarded statement by which a ticket of `from` is used. */
function using(status: PurchaseStatus, stamp: "lastQrEntryScan" | "lastQrFeatureScan", from: PurchaseStatus[]): Use {
  return (query, { id, ...row }) => {
    const columns = Object.keys(row) as (keyof typeof row)[];
    return query
      .with("used", (cte) =>
        cte
          .updateTable("purchases")
          .set({ status, [stamp]: sql`now()`, updatedAt: sql`now()` })
          .where("id", "=", id)
          .where("status", "in", from)
          .returning(`${stamp} as at`),
      )
      .with("logged", (cte) =>
        cte
          .insertInto("scanLog")
          .columns(columns)
          .expression((logged) =>
            logged.selectFrom("used").select(columns.map((column) => cast(column, row[column]).as(column))),
          ),
      )
      .selectFrom("used")
      .select("at");
  };
}

/** Why a ticket could not be used; for a used one, when, by whom and at which gate. */
async function refusal(tx: Tx, found: Found, kind: ScanKind, details: Record<string, unknown>): Promise<Problem> {
  if (found.status === "INACTIVE") return new Problem("ticket.cancelled", { details });
  if (found.status === "ACTIVE") return new Problem("ticket.not_entered", { details });
  const first = await tx
    .selectFrom("scanLog")
    .innerJoin("users as scanner", "scanner.id", "scanLog.scannerId")
    .select(["scanLog.at", "scanLog.gate", "scanner.username", "scanner.name"])
    .where("purchaseId", "=", found.id)
    .where("result", "=", "admitted")
    // Someone who was only fed has no entry; then it is the food that used the ticket.
    .where("kind", "in", kind === "entry" ? ["entry", "feature"] : ["feature"])
    .orderBy((order) => order("kind", "=", kind), "desc")
    .executeTakeFirst();
  return new Problem("ticket.already_used", {
    details: {
      ...details,
      at: first?.at ?? null,
      by: first ? { username: first.username, name: first.name } : null,
      gate: first?.gate ?? null,
    },
  });
}

function isUsed(status: PurchaseStatus, kind: ScanKind): boolean {
  return status === "USED_FOR_FEATURE" || (status === "USED_FOR_ENTRY" && kind === "entry");
}

/** Pauses guessing short codes by hand after 20 unknown ones in 10 minutes on one device; the camera goes on. */
async function pauseOfTyping(tx: Tx, sessionId: number): Promise<Problem | undefined> {
  const { count, seconds } = await tx
    .selectFrom("scanLog")
    .select([
      sql<number>`count(*)::int`.as("count"),
      sql<number>`ceil(600 - extract(epoch from now() - min(at)))::int`.as("seconds"),
    ])
    .where("sessionId", "=", sessionId)
    .where("wasTyped", "=", true)
    .where("result", "=", "ticket.unknown")
    .where("at", ">", sql<string>`now() - interval '10 minutes'`)
    .executeTakeFirstOrThrow();
  return count >= maxUnknownTyped
    ? new Problem("scan.too_many_unknown", { retryAfter: Math.max(1, seconds) })
    : undefined;
}

async function logRefusal(tx: Tx, asked: Asked, found: Found | Returned | undefined, { code }: Problem): Promise<void> {
  await tx
    .insertInto("scanLog")
    .values(logRow(asked, found, code))
    .execute();
}

function logRow(asked: Asked, found: Found | Returned | undefined, result: "admitted" | Problem["code"]) {
  return {
    kind: asked.kind,
    result,
    wasTyped: readShortCode(asked.qrToken) !== undefined,
    gate: asked.gate,
    scannerId: asked.scannerId,
    sessionId: asked.sessionId,
    purchaseId: found && "id" in found ? found.id : null,
    userId: found?.userId ?? null,
    ticketTitle: found?.title ?? null,
  };
}

const columnTypes: Partial<Record<string, string>> = {
  wasTyped: "boolean",
  scannerId: "int",
  sessionId: "bigint",
  purchaseId: "int",
  userId: "int",
};

/** A value in its column's type, which PostgreSQL does not see from a bare parameter. */
function cast(column: string, value: RawBuilder<unknown>) {
  return sql`cast(${value} as ${sql.raw(columnTypes[column] ?? "text")})`;
}
