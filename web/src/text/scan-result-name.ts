import { m } from "./compiled/messages.js";

const names: Record<string, () => string> = {
  admitted: m.scanlog_is_admitted,
  "ticket.already_used": m.scanlog_is_already_used,
  "ticket.wrong_day": m.scanlog_is_wrong_day,
  "ticket.unknown": m.scanlog_is_unknown,
  "ticket.cancelled": m.scanlog_is_cancelled,
  "ticket.given_back": m.scanlog_is_given_back,
  "ticket.holder_blocked": m.scanlog_is_blocked,
  "ticket.not_entered": m.scanlog_is_not_entered,
  "scan.too_many_unknown": m.scanlog_is_paused,
};

/** Names what became of a scan, as the log of scans keeps it: `admitted`, or the code of the refusal. */
export function scanResultName(result: string): string {
  return (names[result] ?? m.scanlog_is_refused)();
}

/** The refusals that have a word of their own. */
export const scanResults = Object.keys(names).filter((result) => result !== "admitted");
