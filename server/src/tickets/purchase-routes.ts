import { api, Role } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { Problem } from "../errors/problem.ts";
import { idempotentEffect, serve } from "../http/serve.ts";
import { shareAnswer } from "../http/shared-answer.ts";
import { giveBackTicket } from "./give-back-ticket.ts";
import { reserveTicket } from "./reserve-ticket.ts";
import { newPurchase, qrSvg, readQrToken } from "./ticket-code.ts";
import {
  keepPurchase,
  listPurchases,
  type PurchaseRow,
  presentPurchase,
  purchasesReader,
  recallPurchase,
} from "./ticket-view.ts";

/** Nobody is held back by places that were gone; taking and giving back over and over is. */
const isDone = (refusal: unknown) => refusal === undefined;
const changed = { kind: "tickets.changed", by: "attendee" } as const;

export function purchaseRoutes(app: FastifyInstance, core: Core): void {
  const { database, keys, clock, config, accountQuotas } = core;
  const purchasesOf = purchasesReader(database.query);
  const taking = accountQuotas.open({ name: "reserve", points: 20, duration: 3600, code: "request.too_many" });
  const givingBack = accountQuotas.open({ name: "give-back", points: 20, duration: 3600, code: "request.too_many" });
  const days = { timeZone: config.eventTimeZone, dayEnds: config.eventDayEnds };

  serve(app, core, api.purchases, {
    list: shareAnswer(() => listPurchases(database.query)),
    mine: async ({ actor }) => (await purchasesOf(actor.id)).map((row) => presentPurchase(keys, row)),
    reserve: idempotentEffect(
      async (tx, { actor, body }): Promise<PurchaseRow> => {
        const reserve = () => reserveTicket(tx, actor.id, body, newPurchase(keys), { now: clock(), days });
        const row = await taking.spend(actor.id, reserve, isDone);
        tx.notify(changed);
        return row;
      },
      async (row) => presentPurchase(keys, await recallPurchase(database.query, row)),
      keepPurchase,
    ),
    remove: async ({ actor, params, query }) => {
      const giveBack = () =>
        database.transact(async (tx) => {
          await giveBackTicket(tx, actor, { ...query, purchaseId: params.id }, { now: clock(), days });
          tx.notify(changed);
        });
      await (actor.roleId === Role.User ? givingBack.spend(actor.id, giveBack, isDone) : giveBack());
      return { id: params.id };
    },
  });

  // Not in the contract: an `<img>` sends no header, so the signed token in the path is the permission (rules §4).
  app.get<{ Params: { file: string } }>("/api/ticket-purchase/qr/:file", async (request, reply) => {
    const token = /^([\w-]+)\.svg$/.exec(request.params.file)?.[1] ?? "";
    if (!readQrToken(keys, token)) throw new Problem("ticket.unknown");
    return reply
      .header("cache-control", "private, max-age=31536000, immutable")
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .type("image/svg+xml")
      .send(await qrSvg(token));
  });
}
