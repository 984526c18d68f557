import { api, type Data, maxScans } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Core } from "../core.ts";
import type { Effect } from "../http/call.ts";
import type { EncodedAnswer } from "../http/encoded-answer.ts";
import { jsonObject, jsonTime, readAsJson } from "../http/json-rows.ts";
import { serve } from "../http/serve.ts";
import { shareAnswer } from "../http/shared-answer.ts";
import { boundRefusals } from "./refused-scans.ts";
import { type ScanKind, scanTicket } from "./scan-ticket.ts";
import { readShortCode } from "./ticket-code.ts";

export function scanRoutes(app: FastifyInstance, core: Core): void {
  const { keys, clock, config } = core;
  const rules = {
    enforceDay: config.scanEnforceDay,
    foodNeedsEntry: config.scanFoodNeedsEntry,
    days: { timeZone: config.eventTimeZone, dayEnds: config.eventDayEnds },
  };
  const bounded = boundRefusals();
  const scan =
    (kind: ScanKind): Effect<typeof api.scans.entry> =>
    (tx, { actor, body: { qrToken, gate } }) => {
      const asked = {
        kind,
        scannerId: actor.id,
        sessionId: actor.sessionId,
        qrToken,
        gate: gate || null,
        now: clock(),
      };
      const isTyped = readShortCode(qrToken) !== undefined;
      return bounded({ ...actor, isTyped }, () => scanTicket(tx, keys, rules, asked));
    };

  serve(app, core, api.scans, {
    entry: scan("entry"),
    feature: scan("feature"),
    log: shareAnswer(() => latestScans(core)),
  });
}

/** Reads the latest scans, newest first; who has no name goes by the username. */
function latestScans({ database }: Core): Promise<EncodedAnswer<Data<typeof api.scans.log>>> {
  return readAsJson(database.query, scanOfPeople, latestWithPeople, sql`scan.id desc`, maxScans);
}

const latestWithPeople = sql`(select * from scan_log order by id desc limit ${maxScans}) as scan
  join users as scanner on scanner.id = scan.scanner_id left join users as holder on holder.id = scan.user_id`;
const named = (who: string) => sql`coalesce(${sql.ref(`${who}.name`)}, ${sql.ref(`${who}.username`)})`;
const person = (who: string) =>
  jsonObject({ id: sql.ref(`${who}.id`), username: sql.ref(`${who}.username`), name: named(who) });
const scanOfPeople = jsonObject({
  id: sql`scan.id`,
  kind: sql`kind`,
  result: sql`result`,
  gate: sql`gate`,
  ticketTitle: sql`ticket_title`,
  at: jsonTime("at"),
  scanner: person("scanner"),
  user: sql`case when holder.id is not null then ${person("holder")} end`,
});
