import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { Problem } from "../errors/problem.ts";
import { serve } from "../http/serve.ts";

/**
 * Serves the one limit of redemptions: its row is always there to be counted in, and known once an administrator made
 * it.
 */
export function maxRedeemRoutes(app: FastifyInstance, core: Core): void {
  const { query, transact } = core.database;

  serve(app, core, api.maxRedeem, {
    list: () => query.selectFrom("redemptions").select(["id", "maxRedeem"]).where("isSet", "=", true).execute(),
    create: async (tx, { body }) => {
      const made = await tx
        .updateTable("redemptions")
        .set({ ...body, isSet: true })
        .where("isSet", "=", false)
        .returning(["id", "maxRedeem"])
        .executeTakeFirst();
      if (!made) throw new Problem("max_redeem.exists");
      return made;
    },
    update: ({ params, body }) =>
      transact(async (tx) => {
        const changed = await tx
          .updateTable("redemptions")
          .set(body)
          .where("id", "=", params.id)
          .where("isSet", "=", true)
          .returning(["id", "maxRedeem"])
          .executeTakeFirst();
        if (!changed) throw new Problem("max_redeem.not_found");
        return changed;
      }),
  });
}
