import type { Server } from "node:http";
import type { FastifyInstance } from "fastify";
import { Problem } from "../errors/problem.ts";
import { lookAtHeads, nothingMore } from "./parser.ts";
import { hangUp } from "./refusal.ts";

/** Bytes; what a proxy or a library may add is less. */
const most = 1_024;
const without = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses by its head a long body of a request that reads none: its first 64 KB would stay in memory as long as the
 * request waits for its turn, and no bound of bodies looks at them. No browser sends one (security: row 16; 0209).
 */
export function refuseUnreadBodies(server: Server): void {
  server.on("connection", (socket) =>
    lookAtHeads(socket, ({ method = "", headers }) => {
      if (!without.has(method) || !(Number(headers["content-length"]) > most)) return undefined;
      hangUp(socket, "request.too_large");
      return nothingMore;
    }),
  );
}

/**
 * Refuses a body that its route would not read for its length, before its caller's session is looked up: meanwhile its
 * first 64 KB would stay in memory. Forms, where the route takes any, are bounded by who may send them (rules §6).
 */
export function refuseLongerThanRoutes(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { "content-length": length, "content-type": type = "" } = request.headers;
    const { bodyLimit, config } = request.routeOptions;
    const isForm = config.endpoint?.files !== undefined && /^multipart\//i.test(type);
    done(Number(length) > bodyLimit && !isForm ? new Problem("request.too_large") : undefined);
  });
}
