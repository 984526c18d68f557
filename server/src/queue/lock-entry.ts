import { Role } from "@saha/contract";
import type { Database, Tx } from "../database/database.ts";
import type { Given, Query } from "../database/optimizations/compiled-statements.ts";
import { Problem } from "../errors/problem.ts";
import type { Actor } from "../http/client.ts";

/**
 * What a rule needs to know of an entry before it changes it; the person's row is locked, so that nothing of it moves.
 */
export type Locked = {
  id: number;
  gameId: number;
  gameName: string;
  boothId: number;
  userId: number;
  number: number;
};

/**
 * Locks the person behind an entry that the actor may touch: a booth admin's own booth, an attendee's own, any for the
 * other staff. Every rule that changes an entry or a score holds this lock first, so two presses on one person go one
 * after the other. Throws `queue.not_found`, and `queue.no_booth` for a booth admin without one (rules §2, §4).
 */
export async function lockEntry(tx: Tx, actor: Pick<Actor, "id" | "roleId">, queueId: number): Promise<Locked> {
  const [found] = await tx.run(lockedEntry, { queueId, actorId: actor.id });
  const isBoothAdmin = actor.roleId === Role.BoothAdmin;
  if (isBoothAdmin && found?.adminId !== actor.id) await findOwnBooth(tx, actor.id);
  const isForeign = isBoothAdmin
    ? found?.adminId !== actor.id
    : actor.roleId === Role.User && found?.userId !== actor.id;
  if (!found || isForeign) throw new Problem("queue.not_found");
  const { adminId: _, ...locked } = found;
  return locked;
}

function lockedEntry(query: Query, { queueId, actorId }: Given<{ queueId: number; actorId: number }>) {
  return query
    .selectFrom("queueEntries")
    .innerJoin("games", "games.id", "queueEntries.gameId")
    .innerJoin("users", "users.id", "queueEntries.userId")
    .leftJoin("boothAdmins", (join) =>
      join.onRef("boothAdmins.boothId", "=", "games.boothId").on("boothAdmins.userId", "=", actorId),
    )
    .select([
      "queueEntries.id",
      "queueEntries.gameId",
      "games.name as gameName",
      "games.boothId",
      "queueEntries.userId",
      "queueEntries.number",
      "boothAdmins.userId as adminId",
    ])
    .where("queueEntries.id", "=", queueId)
    .forNoKeyUpdate("users");
}

/** The booth that a booth admin is assigned to; throws `queue.no_booth` when there is none (rules §2). */
export async function findOwnBooth(query: Database["query"] | Tx, adminId: number): Promise<number> {
  const found = await query
    .selectFrom("boothAdmins")
    .select("boothId")
    .where("userId", "=", adminId)
    .executeTakeFirst();
  if (!found) throw new Problem("queue.no_booth");
  return found.boothId;
}

/** Why an entry could not be changed: it is over, or the game has begun. */
export async function refuseChange(tx: Tx, queueId: number): Promise<never> {
  const now = await tx
    .selectFrom("queueEntries")
    .select("isFinished")
    .where("id", "=", queueId)
    .executeTakeFirstOrThrow();
  throw new Problem(now.isFinished ? "queue.finished" : "queue.playing");
}
