import type { api, Input } from "@saha/contract";
import { Problem } from "../errors/problem.ts";

/** What a caller was shown of a code, where it says so. */
export type ShownCode = Input<typeof api.invitations.mail>["body"]["shown"];

/**
 * Refuses a press on a code that somebody else has noted for another person, or mailed, since the caller's screen was
 * read: two guests would hold the same code, or one have two letters (0203). Throws `invitation.changed` with what is
 * noted now.
 */
export function refuseChanged({ sentTo, mailedAt }: NonNullable<ShownCode>, shown: ShownCode): void {
  if (!shown || (shown.sentTo === sentTo && shown.mailedAt === mailedAt)) return;
  throw new Problem("invitation.changed", { details: { sentTo: sentTo ?? "—", now: { sentTo, mailedAt } } });
}
