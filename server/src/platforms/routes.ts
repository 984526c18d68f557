import { api, queuelessPlatforms } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { tellBoothChanged } from "../booths/booth-news.ts";
import type { Core } from "../core.ts";
import { Problem } from "../errors/problem.ts";
import { serve } from "../http/serve.ts";
import { shareAnswer } from "../http/shared-answer.ts";

export function platformRoutes(app: FastifyInstance, core: Core): void {
  const { database } = core;

  serve(app, core, api.platforms, {
    list: shareAnswer(() => database.query.selectFrom("platforms").selectAll().orderBy("id").execute()),
    create: (tx, { body }) => tx.insertInto("platforms").values(body).returningAll().executeTakeFirstOrThrow(),
    update: ({ params, body }) =>
      database.transact(async (tx) => {
        refuseProtected(params.id);
        const platform = await tx
          .updateTable("platforms")
          .set({ ...body, updatedAt: sql`now()` })
          .where("id", "=", params.id)
          .returningAll()
          .executeTakeFirst();
        if (!platform) throw new Problem("platform.not_found");
        tellBoothChanged(tx, null);
        return platform;
      }),
    remove: ({ params }) =>
      database.transact(async (tx) => {
        refuseProtected(params.id);
        const gone = await tx.deleteFrom("platforms").where("id", "=", params.id).returning("id").executeTakeFirst();
        if (!gone) throw new Problem("platform.not_found");
        return gone;
      }),
  });
}

/** Trivia, Quest and Super Trivia are known to the rules by their ids (rules §5). */
function refuseProtected(id: number): void {
  if (queuelessPlatforms.includes(id)) throw new Problem("platform.protected");
}
