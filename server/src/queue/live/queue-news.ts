import type { Tx } from "../../database/database.ts";

declare module "../../database/notices.ts" {
  interface NoticeKinds {
    /** An entry of a line has changed, by a press of staff or not; unless the line moved, only marks on it did. */
    "queue.moved": { queueId: number; gameId: number; boothId: number; isLineMoved: boolean; isByStaff: boolean };
  }
}

/**
 * Says, once it is committed, that an entry has changed: its person, the booth's staff, the line and the board learn
 * how it stands then (rules §7). `isLineMoved` is false when only marks on the entry changed; of what is `isByStaff`
 * their colleagues are told at once, however many attendees move (0206).
 */
export function tellMoved(
  tx: Tx,
  { id: queueId, gameId, boothId }: { id: number; gameId: number; boothId: number },
  { isLineMoved = true, isByStaff = false }: { isLineMoved?: boolean; isByStaff?: boolean } = {},
): void {
  tx.notify({ kind: "queue.moved", queueId, gameId, boothId, isLineMoved, isByStaff });
}
