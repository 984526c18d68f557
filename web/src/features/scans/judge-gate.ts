import { api } from "@saha/contract";
import { issuesOf } from "../../ui/form/issues.ts";

/** Says what is wrong with the name of a gate, as the server would, which then refused every guest's right ticket. */
export function judgeGate(gate: string): string | undefined {
  return issuesOf(api.scans.entry.body, { qrToken: "", gate }).gate;
}
