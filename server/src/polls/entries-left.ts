import type { Database, Tx } from "../database/database.ts";

/** Selects the entries that a roll draws from: without blocked and deleted people and earlier winners (rules §6). */
export function selectEntriesLeft(query: Database["query"] | Tx) {
  return query
    .selectFrom("pollEntries")
    .innerJoin("users", "users.id", "pollEntries.userId")
    .where("isBlocked", "=", false)
    .where("deletedAt", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("pollDraws").select("id").whereRef("winnerEntryId", "=", "pollEntries.id"))),
    );
}
