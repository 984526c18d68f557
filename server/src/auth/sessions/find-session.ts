import type { Language, Role } from "@saha/contract";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { batchLoad } from "../../database/optimizations/batch-load.ts";
import type { Peers } from "../../limits/ring.ts";

export type LiveSession = {
  id: number;
  userId: number;
  roleId: Role;
  peers: Peers | null;
  refreshHash: Buffer;
  language: Language;
};

/** Sessions that are neither ended nor over, of accounts that may sign in (rules §3). */
export function liveSessions(database: Database) {
  return database.query
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.userId")
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", sql<string>`now()`)
    .where(sql<boolean>`last_used_at + make_interval(secs => idle_seconds) > now()`)
    .where("users.isBlocked", "=", false)
    .where("users.deletedAt", "is", null);
}

/** Finds live sessions, and marks those found as used, once a minute. */
export function sessionFinder(database: Database): (sessionId: number) => Promise<LiveSession | undefined> {
  return batchLoad((ids) => findAll(database, ids));
}

/**
 * Finds by the hash of a refresh token, in hex, whether its session has not ended; one reading at a time, for strangers
 * ask.
 */
export function refreshFinder(database: Database): (hash: string) => Promise<boolean | undefined> {
  return batchLoad(
    async (hashes: string[]) => {
      const rows = await database.query
        .selectFrom("sessions")
        .select(sql<string>`encode(refresh_hash, 'hex')`.as("hash"))
        .where("revokedAt", "is", null)
        .where("refreshHash", "=", sql<Buffer>`any(${hashes.map((hash) => Buffer.from(hash, "hex"))}::bytea[])`)
        .execute();
      return new Map(rows.map(({ hash }) => [hash, true]));
    },
    { oneAtATime: true },
  );
}

async function findAll(database: Database, ids: number[]): Promise<Map<number, LiveSession>> {
  const rows = await liveSessions(database)
    .select([
      "sessions.id",
      "sessions.userId",
      "sessions.refreshHash",
      "sessions.language",
      "users.roleId",
      sql<boolean>`sessions.last_used_at < now() - interval '1 minute'`.as("isStale"),
      ({ case: first, exists, selectFrom }) =>
        first()
          .when(
            exists(
              selectFrom("purchases")
                .select("purchases.id")
                .whereRef("purchases.userId", "=", "users.id")
                // So that an index gives the few live ones, of however many that were given back.
                .where("purchases.status", "<>", "INACTIVE")
                .where("lastQrEntryScan", ">", sql<string>`now() - interval '1 day'`),
            ),
          )
          .then<Peers>("let in")
          .when("users.isVerified", "=", true)
          .then<Peers>("verified")
          .end()
          .as("peers"),
    ])
    .where("sessions.id", "=", sql<number>`any(${ids})`)
    .execute();
  await touch(
    database,
    rows.filter((row) => row.isStale).map((row) => row.id),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Skips what another one holds, who either marks it too or ends it: two that mark many must not wait for each other.
 */
async function touch(database: Database, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await database.query
    .updateTable("sessions")
    .set({ lastUsedAt: sql<string>`now()` })
    .where("id", "in", (free) =>
      free.selectFrom("sessions").select("id").where("id", "=", sql<number>`any(${ids})`).forNoKeyUpdate().skipLocked(),
    )
    .execute()
    // Nobody is kept from reading because the disk is full.
    .catch(() => {});
}
