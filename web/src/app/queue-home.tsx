import type { User } from "@saha/contract";
import { RollWinner } from "../features/polls/roll-winner.tsx";
import { StaffQueue } from "../features/queue/staff-queue.tsx";

/** The queue screen; a booth admin's has the giveaways of the booth beside its name. */
export function QueueHome({ user }: { user: User }) {
  return <StaffQueue user={user} extras={(boothId) => <RollWinner boothId={boothId} />} />;
}
