import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { type Effect, serve } from "../http.ts";
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
      "scanner.username as scannerName",
      "userId",
      "holder.username as holderName",
      "ticketTitle",
      "at",
    ])
    .orderBy("scanLog.id", "desc")
    .limit(10_000)
    .execute();
  return rows.map(({ scannerId, scannerName, userId, holderName, ...row }) => ({
    ...row,
    scanner: { id: scannerId, name: scannerName },
    user: userId === null ? null : { id: userId, name: holderName ?? "" },
  }));
}
