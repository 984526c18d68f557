import { Category } from "@saha/contract";
import type { PassTicket } from "../../pieces/pass/pass.tsx";
import { m } from "../../text/compiled/messages.js";
import { eventToday } from "../../text/format.ts";

/** Makes up a gold ticket for today, in the language of the screen. */
export function samplePass(): PassTicket {
  return { id: 1, title: m.look_sample_title(), day: eventToday(), type: "Gold", categoryId: Category.Free };
}
