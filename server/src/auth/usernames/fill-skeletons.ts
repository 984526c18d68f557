import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { usernameSkeleton } from "./skeleton.ts";

const batch = 2000;

/**
 * Fills in what accounts of an older version, and those of a new world, look like. Of several that look alike the
 * oldest holds the name; the others keep theirs, and nobody else can come to look like any of them (rules §3).
 */
export async function fillSkeletons(database: Database): Promise<void> {
  for (let after = 0; ; ) {
    try {
      const last = await fillBatch(database, after);
      if (last === undefined) return;
      after = last;
    } catch (error) {
      // Somebody took one of these names in the same moment, or a running process writes the same accounts in another
      // order; the next look sees it.
      if (!["23505", "40P01"].includes((error as { code?: string }).code ?? "")) throw error;
    }
  }
}

/** Fills in the next accounts after an id; answers the last of them, undefined when there was none. */
async function fillBatch({ query }: Database, after: number): Promise<number | undefined> {
  const rows = await query
    .selectFrom("users")
    .select(["id", "username"])
    .where("usernameSkeleton", "is", null)
    .where("deletedAt", "is", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(batch)
    .execute();
  const ids = rows.map(({ id }) => id);
  const skeletons = rows.map(({ username }) => usernameSkeleton(username));
  if (rows.length === 0) return undefined;
  // Nothing is written where all of them are held by others: the disk may be full. A name that is changed meanwhile
  // stays.
  await sql`
    update users set username_skeleton = found.skeleton
    from (
      select distinct on (skeleton) id, username, skeleton
      from unnest(${ids}::int[], ${rows.map(({ username }) => username)}::text[], ${skeletons}::text[])
        as typed (id, username, skeleton)
      where not exists (select from users where username_skeleton = skeleton)
      order by skeleton, id) as found
    where users.id = found.id and users.username = found.username`.execute(query);
  return ids.at(-1);
}
