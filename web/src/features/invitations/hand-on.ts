import type { InvitationCode, Ticket } from "@saha/contract";
import { m } from "../../text/compiled/messages.js";
import { copyText } from "../../ui/copy/copy-text.ts";
import { share } from "../../ui/share/share.ts";
import { snackbar } from "../../ui/toast/snackbar.ts";
import { toast } from "../../ui/toast/toast.ts";
import { linkOf } from "./code-steps.ts";

/** Copies codes, one a line, and says how many (spec §8). */
export async function copyCodes(codes: readonly InvitationCode[]): Promise<void> {
  if (codes.length === 0) return toast({ kind: "warning", message: m.invitations_copy_none() });
  const isCopied = await copyText(codes.map(({ code }) => code).join("\n"));
  if (isCopied) snackbar(m.invitations_copied({ count: codes.length }));
  else await toast({ kind: "error", message: m.invitations_copy_failed() });
}

/**
 * Hands the links of codes on, each with its words, by the phone's share sheet or the clipboard; of a single one it is
 * told whose it is.
 */
export async function shareLinks(ticket: Ticket, codes: readonly InvitationCode[]): Promise<void> {
  const [first] = codes;
  if (!first) return toast({ kind: "warning", message: m.invitations_copy_none() });
  const text = m.invitations_share_text({ title: ticket.title });
  const what = codes.length === 1 ? { text, url: linkOf(first) } : { text: [text, ...codes.map(linkOf)].join("\n") };
  const became = await share({ title: ticket.title, ...what });
  if (became === "copied") snackbar(codes.length === 1 ? copiedFor(first) : m.invitations_links_copied());
  if (became === "failed") await toast({ kind: "error", message: m.invitations_copy_failed() });
}

/** Says whose link was copied: who it went to, else its code. */
export function copiedFor({ sentTo, code }: InvitationCode): string {
  return m.invitations_link_copied({ name: sentTo ?? code });
}
