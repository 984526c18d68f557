import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import type { Effect } from "../http/call.ts";
import { serve } from "../http/serve.ts";
import { type ScanKind, scanTicket } from "./scan-ticket.ts";

export function scanRoutes(app: FastifyInstance, core: Core): void {
  const { keys, clock, config } = core;
  const rules = {
    enforceDay: config.scanEnforceDay,
    foodNeedsEntry: config.scanFoodNeedsEntry,
    days: { timeZone: config.eventTimeZone, dayEnds: config.eventDayEnds },
  };
  const scan =
    (kind: ScanKind): Effect<typeof api.scans.entry> =>
    (tx, { actor, body }) =>
      scanTicket(tx, keys, rules, {
        kind,
        scannerId: actor.id,
        sessionId: actor.sessionId,
        qrToken: body.qrToken,
        gate: body.gate || null,
        now: clock(),
      });

  serve(app, core, api.scans, {
    entry: scan("entry"),
    feature: scan("feature"),
    log: () => latestScans(core),
  });
}

async function latestScans({ database }: Core) {
  const rows = await database.query
    .selectFrom("scanLog")
    .innerJoin("users as scanner", "scanner.id", "scanLog.scannerId")
    .leftJoin("users as holder", "holder.id", "scanLog.userId")
    .select([
      "scanLog.id",
      "kind",
      "result",
      "gate",
      "scannerId",
      "scanner.username as scannerUsername",
      "scanner.name as scannerName",
      "userId",
      "holder.username as holderUsername",
      "holder.name as holderName",
      "ticketTitle",
      "at",
    ])
    .orderBy("scanLog.id", "desc")
    .limit(10_000)
    .execute();
  return rows.map(({ scannerId, scannerUsername, scannerName, userId, holderUsername, holderName, ...row }) => ({
    ...row,
    scanner: person(scannerId, scannerUsername, scannerName),
    user: userId === null ? null : person(userId, holderUsername ?? "", holderName),
  }));
}

function person(id: number, username: string, name: string | null) {
  return { id, username, name: name ?? username };
}
