import { api, Role } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { serve } from "../http/serve.ts";

const forwarded = ["x-forwarded-for", "forwarded", "x-real-ip"];

/**
 * Raises a warning for headers that only a proxy sends while none is trusted, and serves what was raised (rules §3).
 * Anybody can write them, so they are believed with an administrator's session alone, who comes by that proxy as well.
 */
export function warningRoutes(app: FastifyInstance, core: Core): void {
  const { config, warnings } = core;
  if (config.trustProxy.length === 0) {
    app.addHook("onRequest", (request, _reply, done) => {
      const isAdministrator = request.actor?.roleId === Role.Admin;
      if (isAdministrator && forwarded.some((name) => name in request.headers)) warnings.raise("proxy.untrusted");
      done();
    });
  }
  serve(app, core, api.warnings, { list: async () => warnings.list() });
}
