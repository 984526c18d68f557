import { type Endpoint, Role } from "@saha/contract";
import type { FastifyRequest } from "fastify";
import { audited } from "../database/audit.ts";
import type { Database } from "../database/database.ts";

/**
 * Audits a call that changes something and comes from anyone but a plain USER, whatever the call is: nobody has to name
 * it. A scan is a row of its own log already; a refused call has changed nothing (rules §2).
 */
export function auditedCall<T>(
  { database }: { database: Database },
  { id, actor, client, params }: FastifyRequest,
  { method, path, loggedIn }: Endpoint,
  work: () => Promise<T>,
): Promise<T> {
  if (!actor || actor.roleId === Role.User || method === "GET" || loggedIn) return work();
  const { ip, userAgent } = client;
  const of = {
    requestId: id,
    actorId: actor.id,
    sessionId: actor.sessionId,
    call: `${method} ${path}`,
    params,
    ip,
    userAgent,
  };
  return audited(of, work, () => database.transact(async () => {}));
}
