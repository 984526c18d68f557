import { api, type InvitationCode } from "@saha/contract";
import { useState } from "react";
import { sentenceOf } from "../../api.ts";
import { callOnce } from "../../call-once.ts";
import { onLeave } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { useListChanges } from "../../ui/data-table/use-list-changes.ts";
import { snackbar } from "../../ui/toast/snackbar.ts";
import { toast } from "../../ui/toast/toast.ts";

/** Letters that are asked for at once. */
const lanes = 3;

/** Milliseconds after the last letter in which a press is the second click of a double one, and mails none again. */
const rest = 500;

/** Codes whose letters are on their way, also from a dialog that has been closed since. */
const underWay = new Set<number>();
onLeave(() => underWay.clear());

/**
 * Mails codes, one letter each, and none whose letter is on its way; a refused one stops nothing, and what was refused
 * is said once, with how many.
 */
export function useMailCodes() {
  const { put, renew } = useListChanges(api.invitations.list);
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);

  async function mail(codes: readonly InvitationCode[]) {
    const meant = codes.filter(({ id }) => !underWay.has(id));
    for (const { id } of meant) underWay.add(id);
    const waiting = [...meant];
    const refusals: unknown[] = [];
    setProgress({ done: 0, all: meant.length });
    async function lane() {
      for (let code = waiting.shift(); code; code = waiting.shift()) {
        try {
          // Pressed again by somebody who saw that it was mailed, it is another letter.
          const shown = { sentTo: code.sentTo, mailedAt: code.mailedAt };
          put(await callOnce(api.invitations.mail, { params: { id: String(code.id) }, body: { shown } }));
        } catch (cause) {
          refusals.push(cause);
        }
        underWay.delete(code.id);
        setProgress((now) => now && { ...now, done: now.done + 1 });
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane));
    renew();
    const mailed = meant.length - refusals.length;
    if (mailed > 0) {
      snackbar(m.invitations_mailed({ count: mailed }));
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
    setProgress(null);
    if (refusals.length === 0) return;
    const message = sentenceOf(refusals[0], m.ui_state_network());
    await toast({ kind: "error", title: m.invitations_not_mailed({ count: refusals.length }), message });
  }

  return { mail, progress };
}
