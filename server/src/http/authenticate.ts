import type { IncomingHttpHeaders } from "node:http";
import { type Language, languageOf } from "@saha/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { addressOf } from "./address-of.ts";
import type { Actor, Client } from "./client.ts";

/**
 * Says who stands behind an access token and, once that has expired, its refresh token; a language is remembered as the
 * session's latest. Undefined for whoever has no live session.
 */
export type ResolveSession = (
  accessToken: string,
  refreshToken: string | undefined,
  language?: Language,
) => Promise<{ actor: Actor; language: Language; renewed?: string } | undefined>;

/**
 * Authenticates each request: names its client and, from its tokens, its actor; hands out a renewed access token (spec
 * §4, rules §3).
 */
export function authenticate(app: FastifyInstance, resolveSession: ResolveSession): void {
  app.decorateRequest("actor", undefined);
  app.decorateRequest("findActor", undefined);
  app.decorateRequest("client", null as unknown as Client);
  app.addHook("onRequest", async (request, reply) => {
    // By the route, not by the address, which can be spelt in many ways.
    if (!request.routeOptions.url?.startsWith("/api/")) return;
    request.client = clientOf(request);
    const access = accessTokenOf(request.headers);
    if (!access) return;
    const refresh = textOf(request.headers["x-refresh-token"]);
    const found = await resolveSession(
      access,
      refresh,
      request.headers["accept-language"] === undefined ? undefined : request.client.language,
    );
    if (!found) return;
    request.actor = found.actor;
    request.findActor = async () => (await resolveSession(access, refresh))?.actor;
    if (found.renewed) reply.header("x-access-token", found.renewed);
  });
}

/** Reads the access token that a request bears. */
export function accessTokenOf({ authorization = "" }: IncomingHttpHeaders): string | undefined {
  return /^Bearer (.+)$/i.exec(authorization)?.[1];
}

/** Reads who asks from where. */
export function clientOf(request: FastifyRequest): Client {
  const device = textOf(request.headers["x-device"]);
  return {
    // None where the caller has hung up already.
    ip: addressOf(request.ip as string | undefined, request.socket.remoteAddress),
    userAgent: request.headers["user-agent"]?.slice(0, 300) ?? null,
    language: languageOf(request.headers["accept-language"]),
    device: device && /^[\w-]{16,64}$/.test(device) ? device : null,
    call: `${request.method} ${request.routeOptions.url}`,
    proof: textOf(request.headers["x-proof"]),
    // Neither Fastify's signal nor the request's own `close` tells: both come as soon as the body was read.
    hasLeft: () => request.raw.socket.readyState !== "open",
  };
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor | undefined;
    /** Finds who stands behind the tokens by now; of whoever had a session when the request began. */
    findActor: (() => Promise<Actor | undefined>) | undefined;
    client: Client;
  }
}
