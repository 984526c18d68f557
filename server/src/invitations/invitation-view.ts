import type { InvitationCode } from "@saha/contract";
import type { Database, Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { showInvitationCode } from "./invitation-code.ts";

/** Selects invitation codes as they travel to administrators: what became of each follows from the rows (rules §4). */
export async function listInvitationCodes(query: Database["query"] | Tx, id?: number): Promise<InvitationCode[]> {
  const rows = await query
    .selectFrom("invitationCodes")
    .leftJoin("purchases", "purchases.id", "invitationCodes.purchaseId")
    .leftJoin("users", "users.id", "purchases.userId")
    .select([
      "invitationCodes.id",
      "code",
      "invitationCodes.ticketId",
      "purchaseId",
      "sentTo",
      "mailedAt",
      "openedAt",
      "purchases.createdAt as redeemedAt",
      "purchases.lastQrEntryScan as enteredAt",
      "users.id as userId",
      "username",
      "name",
      "invitationCodes.createdAt",
    ])
    .$if(id !== undefined, (codes) => codes.where("invitationCodes.id", "=", id ?? 0))
    .orderBy("invitationCodes.id")
    .execute();
  return rows.map(({ code, purchaseId, userId, username, name, ...row }) => ({
    ...row,
    code: showInvitationCode(code),
    redeemed: purchaseId !== null,
    redeemedBy: userId === null || username === null ? null : { id: userId, username, name },
  }));
}

/** Reads one code. Throws `invitation.not_found`. */
export async function findInvitationCode(query: Database["query"] | Tx, id: number): Promise<InvitationCode> {
  const [code] = await listInvitationCodes(query, id);
  if (!code) throw new Problem("invitation.not_found");
  return code;
}
