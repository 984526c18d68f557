import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Core } from "../core.ts";
import type { Tx } from "../database/database.ts";
import { idempotentEffect, serve } from "../http/serve.ts";
import { shareAnswer } from "../http/shared-answer.ts";
import { newPurchase } from "../tickets/ticket-code.ts";
import { keepPurchase, type PurchaseRow, presentPurchase, recallPurchase } from "../tickets/ticket-view.ts";
import { readInvitationCode } from "./invitation-code.ts";
import { findInvitationCode, listInvitationCodes } from "./invitation-view.ts";
import { mailInvitation } from "./mail-invitation.ts";
import { redeemInvitation } from "./redeem-invitation.ts";
import { refuseChanged, type ShownCode } from "./refuse-changed.ts";

export function invitationRoutes(app: FastifyInstance, core: Core): void {
  const { database, keys, clock, config } = core;
  const days = { timeZone: config.eventTimeZone, dayEnds: config.eventDayEnds };
  // Wrong codes alone cost one, but each is counted before it is compared (rules §3).
  const wrong = core.accountQuotas.open({
    name: "wrong-invitation",
    points: 10,
    duration: 3600,
    code: "invitation.too_many_wrong",
  });

  serve(app, core, api.invitations, {
    redeem: idempotentEffect(
      async (tx, { actor, body }): Promise<PurchaseRow> => {
        const redeem = () =>
          redeemInvitation(tx, actor.id, readInvitationCode(body.invitationCode), newPurchase(keys), {
            now: clock(),
            days,
          });
        const row = await wrong.spend(actor.id, redeem, (code) => code === "invitation.unknown");
        tx.notify({ kind: "tickets.changed", by: "attendee" });
        return row;
      },
      async (row) => presentPurchase(keys, await recallPurchase(database.query, row)),
      keepPurchase,
    ),
    list: shareAnswer(() => listInvitationCodes(database.query)),
    update: ({ params, body }) =>
      database.transact(async (tx) => {
        await noteRecipient(tx, params.id, body);
        return findInvitationCode(tx, params.id);
      }),
    mail: idempotentEffect(
      async (tx, { params, body, client }): Promise<number> => {
        const { language } = client;
        await mailInvitation(tx, core.mail, { ...body, id: params.id, language }, { now: clock(), days });
        return params.id;
      },
      // Read anew: the code itself is kept nowhere but in its row.
      (id) => findInvitationCode(database.query, id),
    ),
    opened: async ({ body }) => {
      const code = readInvitationCode(body.code);
      if (code === undefined) return {};
      await database.query
        .updateTable("invitationCodes")
        .set({ openedAt: sql`now()` })
        .where("code", "=", code)
        .where("openedAt", "is", null)
        .execute();
      return {};
    },
  });
}

/** Notes where a code went; that it was mailed is true of the address that stood there, and of no other. */
async function noteRecipient(
  tx: Tx,
  id: number,
  { sentTo, shown }: { sentTo: string | null; shown?: ShownCode },
): Promise<void> {
  const code = await tx
    .selectFrom("invitationCodes")
    .select(["sentTo", "mailedAt"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // Noted so already: by this very press, perhaps, whose answer was lost.
  if (code?.sentTo === sentTo) return;
  if (code) refuseChanged(code, shown);
  await tx.updateTable("invitationCodes").set({ sentTo, mailedAt: null }).where("id", "=", id).execute();
}
