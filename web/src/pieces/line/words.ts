import type { Wait } from "@saha/contract";
import { m } from "../../text/compiled/messages.js";

/** A place as the spec writes it: three digits, `000` outside the line (spec §9). */
export function slotText(slot: number | null): string {
  return String(slot ?? 0).padStart(3, "0");
}

/** A forecast in words, always a range (rules §5). */
export function waitText({ from, to }: Wait): string {
  return from === 0 ? m.line_wait_up_to({ count: to }) : m.line_wait_range({ from, count: to });
}

/** How busy a booth or game is: 1 quiet, 2 active, 3 crowded. */
export type Busy = { waiting: number; wait: Wait | null };

/** By the time that a newcomer waits, or where it is not known by how many do. */
export function busyness({ waiting, wait }: Busy): 1 | 2 | 3 {
  if (waiting === 0) return 1;
  const share = wait ? wait.to / 10 : waiting / 3;
  if (share <= 1) return 1;
  return share <= 3 ? 2 : 3;
}
