import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { serve } from "../http/serve.ts";
import { readAudit } from "./read-audit.ts";

export function auditRoutes(app: FastifyInstance, core: Core): void {
  serve(app, core, api.audit, { list: ({ query }) => readAudit(core.database.query, query) });
}
