import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { id, idParams, line, time } from "./fields.ts";
import { Role } from "./role.ts";
import { Purchase } from "./tickets.ts";

/** A code as it is typed, pasted or scanned; the server reads any case, spaces, dashes and Arabic-Indic digits. */
const typedCode = z.string().check(z.trim(), z.minLength(1, "required"), z.maxLength(200));

const Person = z.object({ id, username: z.string(), name: z.nullable(z.string()) });

/** An invitation code and its way from sent to entered (rules §4); for administrators only. */
export const InvitationCode = z.object({
  id,
  /** `XXXX-XXXX-XXXX`. */
  code: z.string(),
  ticketId: id,
  redeemed: z.boolean(),
  /** The name or address that it went to, as an administrator noted it. */
  sentTo: z.nullable(z.string()),
  mailedAt: z.nullable(time),
  openedAt: z.nullable(time),
  redeemedBy: z.nullable(Person),
  redeemedAt: z.nullable(time),
  enteredAt: z.nullable(time),
  createdAt: time,
});
export type InvitationCode = z.infer<typeof InvitationCode>;

/** What the caller was shown of a code: where it is something else by now, the call does nothing. */
const shown = z.optional(z.object({ sentTo: z.nullable(z.string()), mailedAt: z.nullable(time) }));

export const invitations = {
  redeem: endpoint({
    method: "POST",
    path: "/ticket-purchase/with-invitation-code",
    summary: "Take the ticket of an invitation code; an unused free ticket of that day gives way",
    access: [Role.User],
    status: 201,
    idempotent: true,
    body: z.object({ invitationCode: typedCode }),
    data: Purchase,
    problems: [
      "invitation.unknown",
      "invitation.used",
      "invitation.max_reached",
      "invitation.too_many_wrong",
      "ticket.inactive",
      "ticket.over",
      "ticket.day_taken",
      "ticket.invited_that_day",
    ],
  }),
  list: endpoint({
    method: "GET",
    path: "/invitation-code",
    summary: "All invitation codes and how far each has come",
    access: [Role.Admin],
    data: z.array(InvitationCode),
  }),
  update: endpoint({
    method: "PUT",
    path: "/invitation-code/:id",
    summary: "Note the name or address that a code went to; null clears it",
    access: [Role.Admin],
    params: idParams,
    body: z.object({ sentTo: z.nullable(line(120)), shown }),
    data: InvitationCode,
    problems: ["invitation.not_found", "invitation.changed"],
  }),
  mail: endpoint({
    method: "POST",
    path: "/invitation-code/:id/mail",
    summary: "Mail a code's link to the address that it was noted for, and note when",
    access: [Role.Admin],
    idempotent: true,
    params: idParams,
    body: z.object({ shown }),
    data: InvitationCode,
    problems: [
      "invitation.not_found",
      "invitation.changed",
      "invitation.no_address",
      "invitation.used",
      "ticket.inactive",
      "ticket.over",
    ],
  }),
  opened: endpoint({
    method: "POST",
    path: "/invitation-code/opened",
    summary: "Stamp the first opening of a code's link; an unknown code is answered alike",
    access: "public",
    // Whoever has the link calls it, staff or not; the code keeps when it was first opened.
    loggedIn: "invitation-code",
    body: z.object({ code: typedCode }),
    data: z.object({}),
  }),
};

/** How many codes may be redeemed in all; null is no limit (spec §3). */
export const MaxRedeem = z.object({ id, maxRedeem: z.nullable(z.int()) });
export type MaxRedeem = z.infer<typeof MaxRedeem>;

const maxRedeemBody = z.object({ maxRedeem: z.nullable(z.int().check(z.gte(0), z.lte(1_000_000))) });

export const maxRedeem = {
  list: endpoint({
    method: "GET",
    path: "/max-redeem",
    summary: "The limit of redemptions: one row, or none while it was never made",
    access: [Role.Admin],
    data: z.array(MaxRedeem),
  }),
  create: endpoint({
    method: "POST",
    path: "/max-redeem",
    summary: "Make the one limit of redemptions",
    access: [Role.Admin],
    status: 201,
    idempotent: true,
    body: maxRedeemBody,
    data: MaxRedeem,
    problems: ["max_redeem.exists"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/max-redeem/:id",
    summary: "Change the limit of redemptions; below what is redeemed it stops redeeming",
    access: [Role.Admin],
    params: idParams,
    body: maxRedeemBody,
    data: MaxRedeem,
    problems: ["max_redeem.not_found"],
  }),
};
