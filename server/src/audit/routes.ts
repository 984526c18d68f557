import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { serve } from "../http/serve.ts";
import { readAudit } from "./read-audit.ts";

export function auditRoutes(app: FastifyInstance, core: Core): void {
  const days = { timeZone: core.config.eventTimeZone, dayEnds: core.config.eventDayEnds };
  serve(app, core, api.audit, { list: ({ query }) => readAudit(core.database.query, query, days) });
}
