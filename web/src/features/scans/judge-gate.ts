import { api } from "@saha/contract";
import { m } from "../../text/compiled/messages.js";
import { issuesOf } from "../../ui/form/issues.ts";

/** Twenty letters of a token in a row, as a hand scanner types a guest's into the field, which is too short for all. */
const partOfToken = /(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{20}/;

/**
 * Says what is wrong with the name of a gate, as the server would, which then refused every guest's right ticket; and
 * that it is a ticket's code, which all later scans would show.
 */
export function judgeGate(gate: string): string | undefined {
  if (partOfToken.test(gate)) return m.scans_gate_code();
  return issuesOf(api.scans.entry.body, { qrToken: "", gate }).gate;
}
