import type { FastifyInstance } from "fastify";
import { Problem } from "../errors/problem.ts";
import type { DiskSpace } from "../process/disk-space.ts";

const reading = new Set(["GET", "HEAD", "OPTIONS"]);
/** Always 204 (rules §1); it takes next to nothing. */
const logout = "/api/auth/logout";

/**
 * Refuses to write while the disk is nearly full, so that the database keeps what it needs to go on and everybody can
 * still read. Throws `server.disk_full` (security: faults).
 */
export function refuseWhenFull(app: FastifyInstance, disk: DiskSpace): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { method, routeOptions } = request;
    const isWrite = !reading.has(method) && routeOptions.url !== logout;
    done(isWrite && disk.isLow() ? new Problem("server.disk_full", { retryAfter: 10 }) : undefined);
  });
}
