import { api } from "@saha/contract";
import { m } from "../../text/compiled/messages.js";
import { issuesOf } from "../../ui/form/issues.ts";

/**
 * Tests whether a text holds the beginning of a token, as a hand scanner types a guest's into the field: its letters
 * change between small ones, capitals and digits at more than each second one, those of a name don't.
 */
function holdsToken(text: string): boolean {
  const [letters = ""] = text.match(/[\w-]{20,}/) ?? [];
  return letters.replace(/[_-]/g, "").replace(/[a-z]+|[A-Z]+|\d+/g, "x").length > 10;
}

/**
 * Says what is wrong with the name of a gate, as the server would, which then refused every guest's right ticket; and
 * that it is a ticket's code, which all later scans would show.
 */
export function judgeGate(gate: string): string | undefined {
  if (holdsToken(gate)) return m.scans_gate_code();
  return issuesOf(api.scans.entry.body, { qrToken: "", gate }).gate;
}
