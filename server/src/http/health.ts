import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";

/** For balancers and the operator: alive, and ready to serve; open to anyone, telling nothing else. */
export function healthRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  app.get("/api/health/live", { logLevel: "warn" }, async () => ({ data: { status: "live" } }));
  app.get("/api/health/ready", { logLevel: "warn" }, async () => {
    await sql`select 1`.execute(database.query).catch(() => {
      throw new Problem("server.database_down", { retryAfter: 2 });
    });
    return { data: { status: "ready" } };
  });
}
