import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { cacheAnswer } from "./cached-answer.ts";

/** For balancers and the operator: alive, and ready to serve; open to anyone, telling nothing else. */
export function healthRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  // Anybody may ask, as often as they like.
  const answering = cacheAnswer(() => sql`select 1`.execute(database.query));
  app.get("/api/health/live", { logLevel: "warn" }, async () => ({ data: { status: "live" } }));
  app.get("/api/health/ready", { logLevel: "warn" }, async () => {
    await answering.get().catch(() => {
      throw new Problem("server.database_down", { retryAfter: 2 });
    });
    return { data: { status: "ready" } };
  });
}
