import { type Access, api, type Data, type Endpoint, isStaff, Role } from "@saha/contract";
import type { FastifyInstance, FastifyRequest, FastifySerializerCompiler } from "fastify";
import * as z from "zod/mini";
import { inLine, type Line } from "../database/connection-line.ts";
import type { Tx } from "../database/database.ts";
import { inNameOf } from "../database/late-caller.ts";
import { Problem } from "../errors/problem.ts";
import type { Turn } from "../limits/fair-queue.ts";
import type { AccountTurns } from "./account-turns.ts";
import { auditedCall } from "./audited-call.ts";
import { CachedAnswer } from "./cached-answer.ts";
import type { Call, Effect, Handlers, ServingCore } from "./call.ts";
import type { Actor, Client } from "./client.ts";
import { EncodedAnswer } from "./encoded-answer.ts";
import { pictureFields } from "./forms/picture-fields.ts";
import { runIdempotent } from "./idempotency.ts";
import { openLongBodies } from "./long-bodies.ts";
import { SharedAnswer } from "./shared-answer.ts";

/** Ties the parts of an idempotent endpoint together, so that `answer` takes what `effect` gives and what is kept. */
export function idempotentEffect<E extends Endpoint, Result, Kept = Result>(
  effect: (tx: Tx, call: Call<E>) => Promise<Result | Problem>,
  answer: (result: Result | Kept) => Data<E> | Promise<Data<E>>,
  keep?: (result: Result) => Kept,
): Effect<E> {
  return {
    effect,
    keep: (result) => (keep ? keep(result as Result) : result),
    answer: (result) => answer(result as Result | Kept),
  };
}

/**
 * The longest that a stranger sends, a registration with every letter escaped, is below 4 KB, and so is what members
 * do; but for `long` ones. The texts of a form have the same bounds, all together (security: row 16; 0129, 0184).
 */
export const bodyBytes = 4 * 1024;
const longBodyBytes = 16 * 1024;
const administratorBodyBytes = 256 * 1024;
/** Numbers and codes. A body is kept while its call waits, by the thousand for the row that all want. */
const contendedBodyBytes = 1024;

/** Calls that hash or compare a password before they do anything. */
const hashing: Endpoint[] = [
  api.auth.changePassword,
  api.profiles.update,
  api.users.create,
  api.users.update,
  api.users.setPassword,
];

/** Calls that wait, with a connection in hand, for a row that many want, or a draw that is being made. */
const contended: Endpoint[] = [
  api.queue.apply,
  api.purchases.reserve,
  api.purchases.remove,
  api.invitations.redeem,
  api.polls.join,
];

/**
 * Finds where a call waits for the turn of its account: apart from what reads, so that a lock that others wait for
 * keeps no screen from reading, and apart from what waits for a hash, so that no gate of a shared account waits for it.
 */
function turnsOf(core: ServingCore, endpoint: Endpoint): AccountTurns {
  if (endpoint.method === "GET") return core.readingTurns;
  return hashing.includes(endpoint) ? core.hashingTurns : core.accountTurns;
}

/** Calls that a person may have reason to send more: 2,000 letters, spelt in 12 KB, or whatever a code may hold. */
const long: Endpoint[] = [api.surveys.answer, api.scans.entry, api.scans.feature];

function bodyLimitOf(endpoint: Endpoint): number {
  if (isForAdministrators(endpoint.access)) return administratorBodyBytes;
  if (long.includes(endpoint)) return longBodyBytes;
  return contended.includes(endpoint) ? contendedBodyBytes : bodyBytes;
}

/**
 * Serves every endpoint of an area; a missing, misspelt or wrongly answering handler does not compile. Whoever has no
 * account waits in the strangers' line for each connection to the database, but for what many share; whoever signs in,
 * registers or uses a code in a line of theirs, `isSignIn`; members in theirs (security: row 21; 0150, 0182).
 */
export function serve<Area extends Record<string, Endpoint>>(
  app: FastifyInstance,
  core: ServingCore,
  area: Area,
  handlers: Handlers<Area>,
  { isSignIn = false } = {},
): void {
  const takeLongPlace = openLongBodies(bodyBytes);
  for (const [name, endpoint] of Object.entries(area)) {
    const { method, path, access, status = 200, params, query, body, data } = endpoint;
    if (!isAccess(access)) throw new Error(`${method} ${path} does not say who may call it`);
    const handler = handlers[name] as unknown as Effect<Endpoint> | ((call: unknown) => Promise<unknown>);
    const answer = data ? z.object({ data }) : undefined;
    app.route({
      ...pictureFields(core, endpoint),
      method,
      url: `/api${path}`,
      bodyLimit: bodyLimitOf(endpoint),
      schema: {
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && { body }),
        ...(answer && { response: { [status]: answer } }),
      },
      // Before the body is read: a stranger must not make us take in an upload.
      onRequest: (request, reply, done) => {
        const refused = authorize(request.actor, access);
        done(refused ?? (long.includes(endpoint) ? takeLongPlace(request, reply) : undefined));
      },
      handler: async (request, reply) => {
        const work = async () => {
          await judgeAgain(request, access);
          const { params, query, body, actor, client } = request;
          const call = { params, query, body, actor, client, request } as Call<Endpoint>;
          const carryOut = () =>
            auditedCall(core, request, endpoint, () =>
              endpoint.idempotent
                ? runIdempotent(core, request, endpoint, handler as Effect<Endpoint>, call)
                : (handler as (call: unknown) => Promise<unknown>)(call),
            );
          if (!actor || access === "public") return carryOut();
          return inNameOf(actor, carryOut, hashing.includes(endpoint) ? { late: 0 } : {});
        };
        const { actor, client } = request;
        const ofStranger = <T>(hold: () => Promise<T>) =>
          // What was begun, as a code that is used up by now, goes on without its caller.
          isSignIn ? core.limits.signInsTurn({ ip: client.ip }, hold) : core.limits.strangersTurn(client, hold);
        const result = actor
          ? await turnsOf(core, endpoint)(actor, client.hasLeft, () =>
              inLine(lineOf(core, endpoint, actor, client), work),
            )
          : await inLine(ofStranger, work);
        reply.code(status);
        if (result instanceof EncodedAnswer) return result.send(reply);
        if ((result instanceof CachedAnswer || result instanceof SharedAnswer) && answer) {
          return result.send(request, reply, (data) => JSON.stringify(z.encode(answer, { data })));
        }
        return answer ? { data: result } : null;
      },
    });
  }
}

/**
 * Finds where a call of a member waits for connections. Whoever has left keeps a turn: a call may have changed
 * something before it waits for its next connection. What is contended has changed nothing before its first one: kept
 * for those who have left too, that of 12,000 who hung up made everybody behind them wait for a minute.
 */
function lineOf({ limits }: ServingCore, endpoint: Endpoint, actor: Actor, client: Client): Line {
  const turn = turnOf(actor, client);
  if (!contended.includes(endpoint)) return (hold) => limits.membersTurn(turn, hold);
  let { hasLeft } = client;
  return (hold) => {
    const held = limits.contendersTurn({ ...turn, hasLeft }, hold);
    hasLeft = undefined;
    return held;
  };
}

/** Says whose turn it is among members: staff go first, whatever a crowd of attendees reads. */
function turnOf({ id, roleId, peers }: Actor, { ip }: Client): Turn {
  return isStaff(roleId) ? { ip, known: `account ${id}` } : { ip, account: id, isOfNetwork: true, peers };
}

/** Encodes answers by the contract, so that a stray column never leaves; an answer that does not fit is our failure. */
export const serializerCompiler: FastifySerializerCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (data) =>
    JSON.stringify(z.encode(schema, data));

/**
 * Descriptions of games and features of tickets are long; what a stranger sends is not, and is in memory until it is
 * whole.
 */
function isForAdministrators(access: Access): boolean {
  return Array.isArray(access) && access.every((role) => role === Role.Admin);
}

function isAccess(access: Access | undefined): boolean {
  return access === "public" || access === "member" || (Array.isArray(access) && access.length > 0);
}

function authorize(actor: Actor | undefined, access: Access): Problem | undefined {
  if (access === "public") return undefined;
  if (!actor) return new Problem("auth.required");
  return access === "member" || access.includes(actor.roleId) ? undefined : new Problem("auth.forbidden");
}

/**
 * Judges anew, once the body is here and the turn has come, who may call: a session that was ended, or an account that
 * was blocked or demoted while its caller held the body back, did for a minute more what it was to be kept from. By
 * what is remembered for less than a second (rules §3; 0171).
 */
async function judgeAgain(request: FastifyRequest, access: Access): Promise<void> {
  if (!request.findActor) return;
  request.actor = await request.findActor();
  const problem = authorize(request.actor, access);
  if (problem) throw problem;
}

/** Every endpoint of the contract with its name, for tests and documents that walk through them. */
export function endpoints(): { name: string; endpoint: Endpoint }[] {
  return Object.entries(api).flatMap(([area, calls]) =>
    Object.entries(calls).map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint: endpoint as Endpoint })),
  );
}
