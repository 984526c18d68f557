import { copyText } from "../copy/copy-text.ts";

/**
 * What became of something to hand on: given to the phone's share sheet, copied where there is none, neither, or let
 * go.
 */
export type Shared = "shared" | "copied" | "failed" | "dismissed";

/** Hands a text, and an address in it, to the phone's share sheet; where the browser has none, to the clipboard. */
export async function share({ title, text, url }: { title: string; text: string; url?: string }): Promise<Shared> {
  const data = { title, text, ...(url ? { url } : {}) };
  if (navigator.share && (navigator.canShare?.(data) ?? true)) {
    try {
      await navigator.share(data);
      return "shared";
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === "AbortError") return "dismissed";
    }
  }
  return (await copyText(url ? `${text}\n${url}` : text)) ? "copied" : "failed";
}
