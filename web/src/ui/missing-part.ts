import { m } from "../text/compiled/messages.js";
import { toast } from "./toast/toast.ts";

/** Says that a part did not come, and offers to fetch it again. */
export function tellMissing(fetchPart: () => Promise<unknown>): void {
  const retry = () =>
    fetchPart().then(
      () => toast({ kind: "success", message: m.ui_part_here() }),
      () => tellMissing(fetchPart),
    );
  void toast({
    kind: "error",
    message: m.ui_part_missing(),
    action: { label: m.ui_state_retry(), press: () => void retry() },
  }).catch(() => {});
}

/** Asks again for the sheets that were lost on the way, or their part would stand there unstyled. */
export async function mendSheets(lostSheets: Set<HTMLLinkElement>): Promise<void> {
  await Promise.all(
    [...lostSheets].map(
      (lost) =>
        new Promise<void>((resolve, reject) => {
          const sheet = document.createElement("link");
          sheet.rel = "stylesheet";
          sheet.href = lost.href;
          sheet.onload = () => {
            lostSheets.delete(lost);
            lost.remove();
            resolve();
          };
          sheet.onerror = () => {
            sheet.remove();
            reject(new Error(`Unable to load ${lost.href}`));
          };
          document.head.append(sheet);
        }),
    ),
  );
}
