/**
 * Puts a text on the clipboard; where the browser has no clipboard, as on plain http, by a hidden text area (spec §8).
 * Returns whether it is there.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused, such as while another window has the focus: the older way may still be allowed.
  }
  return copyByTextArea(text);
}

function copyByTextArea(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.setAttribute("aria-hidden", "true");
  // Seen by nobody, yet where the page does not scroll to it; inside the open dialog, which keeps the focus.
  Object.assign(area.style, { position: "fixed", insetBlockStart: "0", insetInlineStart: "0", opacity: "0" });
  (before?.closest("[role=dialog], dialog") ?? document.body).append(area);
  try {
    area.select();
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
