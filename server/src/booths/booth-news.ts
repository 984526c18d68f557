import { roles } from "@saha/contract";
import type { Tx } from "../database/database.ts";
import { newsSentences } from "../text/news.ts";

/**
 * Tells everybody signed in, and whoever looks at its board, that a booth, its games or its theme have changed; null:
 * any booth may have (rules §7).
 */
export function tellBoothChanged(tx: Tx, boothId: number | null): void {
  const event = "Booth:changed";
  const boards = boothId === null ? [] : [`board:${boothId}` as const];
  tx.notify({
    kind: "news",
    event,
    to: [...roles.map((role) => `role:${role}` as const), ...boards],
    message: newsSentences[event],
    ids: { boothId },
  });
}
