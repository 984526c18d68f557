import { type BoothAdmin, Role } from "@saha/contract";
import type { Database, Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import type { Room } from "../realtime/news.ts";
import { newsSentences } from "../text/news.ts";
import { lockBooth } from "./lock-booth.ts";

/** Reads everybody with the role of a booth admin and the booth that each is assigned to (spec §3). */
export function selectBoothAdmins(query: Database["query"] | Tx) {
  return query
    .selectFrom("users")
    .leftJoin("boothAdmins", "boothAdmins.userId", "users.id")
    .select(["users.id", "users.username", "boothAdmins.boothId"])
    .where("users.roleId", "=", Role.BoothAdmin)
    .where("users.deletedAt", "is", null)
    .orderBy("users.id");
}

type Assignment = { userId: number; boothId: number | null; fromBoothId?: number | undefined };

/**
 * Assigns a booth admin to a booth, or to none. One admin a booth and one booth an admin: two unique constraints decide
 * between those who assign at once. Nobody loses another booth than `fromBoothId`, when it is named: an administrator's
 * page may be older than the move of another one. Locks user, booth. Throws `user.not_found`, `booth.not_found`,
 * `booth.not_booth_admin`, `booth.admin_moved`, and by the constraints `booth.has_admin` and `booth.admin_assigned`
 * (rules §5).
 */
export async function assignBoothAdmin(tx: Tx, { userId, boothId, fromBoothId }: Assignment): Promise<BoothAdmin> {
  const user = await tx
    .selectFrom("users")
    .select(["id", "username", "roleId"])
    .where("id", "=", userId)
    .where("deletedAt", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw new Problem("user.not_found", { field: "userId" });
  if (user.roleId !== Role.BoothAdmin) throw new Problem("booth.not_booth_admin", { field: "userId" });
  const { id, username } = user;
  const now = await tx.selectFrom("boothAdmins").select("boothId").where("userId", "=", id).executeTakeFirst();
  if (boothId === null) {
    if (now && fromBoothId !== undefined && now.boothId !== fromBoothId) throw new Problem("booth.admin_moved");
    await unassignBoothAdmin(tx, id);
    return { id, username, boothId };
  }
  await lockBooth(tx, boothId, { field: "boothId" });
  if (now?.boothId !== boothId) {
    await tx.insertInto("boothAdmins").values({ userId: id, boothId }).execute();
    tellAssigned(tx, id, boothId);
  }
  return { id, username, boothId };
}

/** Takes an account's booth away, also because it loses the role or is deleted; its open screens hear of it. */
export async function unassignBoothAdmin(tx: Tx, userId: number): Promise<void> {
  const gone = await tx.deleteFrom("boothAdmins").where("userId", "=", userId).returning("boothId").executeTakeFirst();
  if (gone) tellAssigned(tx, userId, null, gone.boothId);
}

/** Open screens hear of the new booth's line from now on, and of the lost one's no more. */
function tellAssigned(tx: Tx, userId: number, boothId: number | null, lost?: number): void {
  const roomOf = (id: number | null | undefined): Room[] => (id ? [`booth:${id}`] : []);
  tx.notify({ kind: "rooms.changed", userId, join: roomOf(boothId), leave: roomOf(lost) });
  const event = "Booth:assigned";
  tx.notify({ kind: "news", event, to: [`user:${userId}`], message: newsSentences[event], ids: { boothId } });
}
