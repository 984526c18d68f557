import { type Access, api, type Data, type Endpoint, type Input, languageOf, type Role } from "@saha/contract";
import type { FastifyInstance, FastifyRequest, FastifySerializerCompiler } from "fastify";
import * as z from "zod/mini";
import type { Client, Core } from "./core.ts";
import type { Tx } from "./database.ts";
import { once } from "./idempotency.ts";
import { pictureFields } from "./picture-fields.ts";
import { Problem } from "./problem.ts";
import { Shared } from "./shared-answer.ts";

/** The signed-in account behind a request. */
export type Actor = { readonly id: number; readonly roleId: Role; readonly sessionId: number };

type Who<E extends Endpoint> = E["access"] extends "public" ? { actor: Actor | undefined } : { actor: Actor };
export type Call<E extends Endpoint> = Input<E> & Who<E> & { client: Client; request: FastifyRequest };

/**
 * Serves an endpoint that honours `Idempotency-Key`. `effect` runs in the transaction that also keeps its result; a
 * returned (not thrown) Problem refuses but commits what was written. `answer` turns what is kept into the answer, so
 * that no token has to be kept (rules §1).
 */
export type Effect<E extends Endpoint> =
  | ((tx: Tx, call: Call<E>) => Promise<Data<E> | Problem>)
  | { effect(tx: Tx, call: Call<E>): Promise<unknown>; answer(kept: unknown): Data<E> };

/** What reads the same for many may be shared between them. */
type Handler<E extends Endpoint> = E extends { idempotent: true }
  ? Effect<E>
  : (call: Call<E>) => Promise<Data<E> | Shared<Data<E>>>;
export type Handlers<Area extends Record<string, Endpoint>> = { [Name in keyof Area]: Handler<Area[Name]> };

/** Ties the two halves of an idempotent endpoint together, so that `answer` takes what `effect` keeps. */
export function keeping<E extends Endpoint, Kept>(
  effect: (tx: Tx, call: Call<E>) => Promise<Kept | Problem>,
  answer: (kept: Kept) => Data<E>,
): Effect<E> {
  return { effect, answer: (kept) => answer(kept as Kept) };
}

/** Serves every endpoint of an area; a missing, misspelt or wrongly answering handler does not compile. */
export function serve<Area extends Record<string, Endpoint>>(
  app: FastifyInstance,
  core: Core,
  area: Area,
  handlers: Handlers<Area>,
): void {
  for (const [name, endpoint] of Object.entries(area)) {
    const { method, path, access, status = 200, params, query, body, data } = endpoint;
    if (!isAccess(access)) throw new Error(`${method} ${path} does not say who may call it`);
    const handler = handlers[name] as unknown as Effect<Endpoint> | ((call: unknown) => Promise<unknown>);
    const answer = data ? z.object({ data }) : undefined;
    app.route({
      ...pictureFields(core, endpoint),
      method,
      url: `/api${path}`,
      schema: {
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && { body }),
        ...(answer && { response: { [status]: answer } }),
      },
      // Before the body is read: a stranger must not make us take in an upload.
      onRequest: (request, _reply, done) => done(authorize(request.actor, access)),
      handler: async (request, reply) => {
        const call = {
          params: request.params,
          query: request.query,
          body: request.body,
          actor: request.actor,
          client: request.client,
          request,
        } as Call<Endpoint>;
        const result = endpoint.idempotent
          ? await once(core, request, endpoint, handler as Effect<Endpoint>, call)
          : await (handler as (call: unknown) => Promise<unknown>)(call);
        reply.code(status);
        if (result instanceof Shared && answer) {
          return result.send(request, reply, (data) => JSON.stringify(z.encode(answer, { data })));
        }
        return answer ? { data: result } : null;
      },
    });
  }
}

/** Encodes answers by the contract, so that a stray column never leaves; an answer that does not fit is our failure. */
export const serializerCompiler: FastifySerializerCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (data) =>
    JSON.stringify(z.encode(schema, data));

function isAccess(access: Access | undefined): boolean {
  return access === "public" || access === "member" || (Array.isArray(access) && access.length > 0);
}

function authorize(actor: Actor | undefined, access: Access): Problem | undefined {
  if (access === "public") return undefined;
  if (!actor) return new Problem("auth.required");
  return access === "member" || access.includes(actor.roleId) ? undefined : new Problem("auth.forbidden");
}

/** Names the client and, from its tokens, the actor of each request; hands out a renewed access token (spec §4, rules §3). */
export function identify(app: FastifyInstance, core: Core): void {
  app.decorateRequest("actor", undefined);
  app.decorateRequest("client", null as unknown as Client);
  app.addHook("onRequest", async (request, reply) => {
    // By the route, not by the address, which can be spelt in many ways.
    if (!request.routeOptions.url?.startsWith("/api/")) return;
    request.client = clientOf(request);
    const access = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (!access) return;
    const found = await core.sessions.resolve(
      access,
      textOf(request.headers["x-refresh-token"]),
      request.headers["accept-language"] === undefined ? undefined : request.client.language,
    );
    if (!found) return;
    request.actor = found.actor;
    if (found.renewed) reply.header("x-access-token", found.renewed);
  });
}

function clientOf(request: FastifyRequest): Client {
  const device = textOf(request.headers["x-device"]);
  return {
    ip: request.ip,
    userAgent: request.headers["user-agent"]?.slice(0, 300) ?? null,
    language: languageOf(request.headers["accept-language"]),
    device: device && /^[\w-]{16,64}$/.test(device) ? device : null,
  };
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor | undefined;
    client: Client;
  }
}

/** Every endpoint of the contract with its name, for tests and documents that walk through them. */
export function endpoints(): { name: string; endpoint: Endpoint }[] {
  return Object.entries(api).flatMap(([area, calls]) =>
    Object.entries(calls).map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint: endpoint as Endpoint })),
  );
}
