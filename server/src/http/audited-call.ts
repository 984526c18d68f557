import { api, type Endpoint, Role } from "@saha/contract";
import type { FastifyRequest } from "fastify";
import { audited } from "../database/audit.ts";
import type { Database } from "../database/database.ts";
import type { QuotaOptions, StaffQuota } from "../limits/quota.ts";

/** On a device: more than the bounds of scores, lines and draws allow together; each stays for good (0163, 0166). */
export const auditedCalls: QuotaOptions = {
  name: "audited-calls",
  points: 4000,
  duration: 3600,
  code: "request.too_many",
};

/** How the owner of an account gets rid of a thief, who may have used all calls up; each is bounded by itself. */
const ofOwner: Endpoint[] = [api.auth.changePassword, api.auth.logout, api.auth.endSession, api.auth.endSessions];

/** Whether the audit's bound holds for a call by this role: administrators clear up whatever happens. */
export function isBounded(endpoint: Endpoint, roleId: Role): boolean {
  return isAudited(endpoint, roleId) && roleId !== Role.Admin && !ofOwner.includes(endpoint);
}

function isAudited({ method, loggedIn }: Endpoint, roleId: Role): boolean {
  return roleId !== Role.User && method !== "GET" && !loggedIn;
}

/**
 * Audits a call that changes something and comes from anyone but a plain USER, whatever the call is: nobody has to name
 * it. A scan is a row of its own log already; a refused call has changed nothing (rules §2). Throws `request.too_many`
 * beyond the account's bound.
 */
export function auditedCall<T>(
  { database, auditedCalls }: { database: Database; auditedCalls: StaffQuota },
  { id, actor, client, params }: FastifyRequest,
  endpoint: Endpoint,
  work: () => Promise<T>,
): Promise<T> {
  if (!actor || !isAudited(endpoint, actor.roleId)) return work();
  const { ip, userAgent } = client;
  const of = {
    requestId: id,
    actorId: actor.id,
    sessionId: actor.sessionId,
    call: `${endpoint.method} ${endpoint.path}`,
    params,
    ip,
    userAgent,
  };
  const keep = () => audited(of, work, () => database.transact(async () => {}));
  if (!isBounded(endpoint, actor.roleId)) return keep();
  return auditedCalls.spend(actor, keep, (code) => code === undefined);
}
