import { randomUUID } from "node:crypto";
import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { keeping, serve } from "../http.ts";
import { Problem } from "../problem.ts";
import { giveBackTicket } from "./give-back-ticket.ts";
import { reserveTicket } from "./reserve-ticket.ts";
import { qrSvg, readQrToken, shortCode, shortCodeHash } from "./ticket-code.ts";
import { type PurchaseRow, presentPurchase, purchasesReader } from "./ticket-view.ts";

const changed = { kind: "tickets.changed", by: "attendee" } as const;

export function purchaseRoutes(app: FastifyInstance, core: Core): void {
  const { database, keys, clock, config } = core;
  const purchasesOf = purchasesReader(database.query);
  const days = { timeZone: config.eventTimeZone, dayEnds: config.eventDayEnds };

  serve(app, core, api.purchases, {
    mine: async ({ actor }) => (await purchasesOf(actor.id)).map((row) => presentPurchase(keys, row)),
    reserve: keeping(
      async (tx, { actor, body }): Promise<PurchaseRow> => {
        const uuid = randomUUID();
        const made = { uuid, shortCodeHash: shortCodeHash(keys, shortCode(keys, uuid)) };
        const row = await reserveTicket(tx, actor.id, body.ticketId, made, { now: clock(), days });
        tx.notify(changed);
        return row;
      },
      (row) => presentPurchase(keys, row),
    ),
    remove: async ({ actor, params }) => {
      await database.transact(async (tx) => {
        await giveBackTicket(tx, actor, params.id);
        tx.notify(changed);
      });
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
