import { api, Category, Role, type Ticket } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Core } from "../core.ts";
import { Problem } from "../errors/problem.ts";
import { cacheAnswer } from "../http/cached-answer.ts";
import { serve } from "../http/serve.ts";
import { shareAnswer } from "../http/shared-answer.ts";
import { createTicket } from "./create-ticket.ts";
import { findTicket, selectTickets } from "./ticket-view.ts";
import { updateTicket } from "./update-ticket.ts";

/** What stands in the place of a description that says nothing. */
const noDescription = ".";

declare module "../database/notices.ts" {
  interface NoticeKinds {
    "tickets.changed": { by: "administrator" | "attendee" };
  }
}

const protectedCategories = 3;
const changed = { kind: "tickets.changed", by: "administrator" } as const;

export function ticketRoutes(app: FastifyInstance, core: Core): void {
  const { database, notices } = core;
  // Counted from all purchases, so for a crowd it is counted once a second. Administrators always see what is.
  // Who invites whom is between the inviter and the invited (rules §2; 0115).
  const visible = cacheAnswer(async () => {
    const rows = await selectTickets(database.query).where("visible", "=", true).execute();
    const described = (row: Ticket) => (row.categoryId === Category.Invitation ? noDescription : row.description);
    return rows.map((row) => ({ ...row, ticketInviter: null, description: described(row) }));
  });
  notices.on((notice) => {
    if (notice.kind !== "tickets.changed") return;
    if (notice.by === "administrator") visible.invalidate();
    else visible.invalidateThrottled();
  });

  serve(app, core, api.tickets, {
    list: ({ actor }) => (actor.roleId === Role.Admin ? selectTickets(database.query).execute() : visible.get()),
    create: async (tx, { body }) => {
      const ticket = await findTicket(tx, await createTicket(tx, body));
      tx.notify(changed);
      if (!ticket) throw new Problem("ticket.not_found");
      return ticket;
    },
    update: ({ params, body }) =>
      database.transact(async (tx) => {
        await updateTicket(tx, params.id, body);
        tx.notify(changed);
        const ticket = await findTicket(tx, params.id);
        if (!ticket) throw new Problem("ticket.not_found");
        return ticket;
      }),
    remove: ({ params }) =>
      database.transact(async (tx) => {
        const gone = await tx.deleteFrom("tickets").where("id", "=", params.id).returning("id").executeTakeFirst();
        tx.notify(changed);
        if (!gone) throw new Problem("ticket.not_found");
        return gone;
      }),
  });

  serve(app, core, api.categories, {
    list: shareAnswer(() => database.query.selectFrom("ticketCategories").selectAll().orderBy("id").execute()),
    create: (tx, { body }) => tx.insertInto("ticketCategories").values(body).returningAll().executeTakeFirstOrThrow(),
    update: ({ params, body }) =>
      database.transact(async (tx) => {
        refuseProtected(params.id);
        const changed = await tx
          .updateTable("ticketCategories")
          .set({ ...body, updatedAt: sql`now()` })
          .where("id", "=", params.id)
          .returningAll()
          .executeTakeFirst();
        if (!changed) throw new Problem("category.not_found");
        return changed;
      }),
    remove: ({ params }) =>
      database.transact(async (tx) => {
        refuseProtected(params.id);
        const gone = await tx
          .deleteFrom("ticketCategories")
          .where("id", "=", params.id)
          .returning("id")
          .executeTakeFirst();
        if (!gone) throw new Problem("category.not_found");
        return gone;
      }),
  });
}

/** The first three categories are every event's own (spec §9). */
function refuseProtected(id: number): void {
  if (id <= protectedCategories) throw new Problem("category.protected");
}
