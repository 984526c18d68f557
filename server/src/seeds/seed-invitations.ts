import { randomUUID } from "node:crypto";
import { Category } from "@saha/contract";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import type { Keys } from "../process/secrets.ts";
import { createTicket } from "../tickets/create-ticket.ts";
import { shortCode, shortCodeHash } from "../tickets/ticket-code.ts";

/** Whom the demo's codes went to, and how far each has come; the rest lie in the drawer. */
const sent: { to: string; isMailed?: true; isOpened?: true; isRedeemed?: true }[] = [
  { to: "شركة نجد للتقنية", isOpened: true, isRedeemed: true },
  { to: "laila@saha.example", isMailed: true, isOpened: true, isRedeemed: true },
  { to: "فريق صقور الشرق", isOpened: true },
  { to: "majed@saha.example", isMailed: true },
  { to: "د. منى الزهراني", isOpened: true, isRedeemed: true },
  { to: "press@saha.example" },
];

/** Seeds an invitation ticket for a day, its codes on their way; `guests` redeem the first ones (rules §4). */
export async function seedInvitations(tx: Tx, keys: Keys, day: string, guests: readonly number[]): Promise<void> {
  const ticketId = await createTicket(tx, {
    title: "ليلة الشركاء",
    description: "الشركاء والصحافة",
    eventName: "ساحة اللعب 2026",
    ticketInviter: "سارة المنصوري",
    day,
    quantity: 14,
    price: 0,
    features: "دخول من بوابة الضيوف\nعشاء على منصة كبار الضيوف\nمقعد في الصف الأول",
    category: Category.Invitation,
    active: true,
    visible: true,
  });
  const codes = await tx
    .selectFrom("invitationCodes")
    .select("id")
    .where("ticketId", "=", ticketId)
    .orderBy("id")
    .execute();
  const left = [...guests];
  let redeemed = 0;
  for (const [index, { to, isMailed, isOpened, isRedeemed }] of sent.entries()) {
    const guest = isRedeemed ? left.shift() : undefined;
    const purchaseId = guest === undefined ? null : await redeem(tx, keys, { userId: guest, ticketId, day });
    if (purchaseId !== null) redeemed++;
    await tx
      .updateTable("invitationCodes")
      .set({
        sentTo: to,
        purchaseId,
        ...(isMailed && { mailedAt: sql`now()` }),
        ...(isOpened && { openedAt: sql`now()` }),
      })
      .where("id", "=", codes[index]?.id ?? 0)
      .execute();
  }
  await tx.updateTable("tickets").set({ purchased: redeemed }).where("id", "=", ticketId).execute();
  await tx.updateTable("redemptions").set({ redeemed, isSet: true, maxRedeem: 12 }).execute();
}

async function redeem(tx: Tx, keys: Keys, of: { userId: number; ticketId: number; day: string }): Promise<number> {
  const uuid = randomUUID();
  const { id } = await tx
    .insertInto("purchases")
    .values({ ...of, uuid, shortCodeHash: shortCodeHash(keys, shortCode(keys, uuid)) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
