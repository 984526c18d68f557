import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { serve } from "../http/serve.ts";
import { openFairQueue } from "../limits/fair-queue.ts";
import { readAudit } from "./read-audit.ts";

export function auditRoutes(app: FastifyInstance, core: Core): void {
  const days = { timeZone: core.config.eventTimeZone, dayEnds: core.config.eventDayEnds };
  // Of an event's 10,000 rows each took 150 ms of the database and 90 here: twenty at once held everybody up for 7 s.
  const turns = openFairQueue({ concurrency: 1, maxWaiting: 100 });
  serve(app, core, api.audit, {
    list: ({ actor, client, query }) =>
      turns({ ip: client.ip, account: actor.id, hasLeft: client.hasLeft }, () =>
        readAudit(core.database.query, query, days),
      ),
  });
}
