import { Role } from "@saha/contract";
import { useCallback } from "react";
import type { Draw } from "../pieces/giveaway/draw.ts";
import { isCalled, usePlaces } from "../pieces/line/use-places.ts";
import { useUser } from "../session.ts";
import { onDemand } from "../ui/on-demand.tsx";
import { usePast } from "../ui/use-past.ts";
import { setSpinning, useSpinning } from "./spinning.ts";

const DrawCard = onDemand(async () => (await import("../pieces/giveaway/draw-card.tsx")).DrawCard);

/** Milliseconds in which the screen below takes no press of the finger that has just closed the card. */
const rest = 400;

/**
 * Shows an entrant the draw that has begun, whichever screen is open; staff have it on the screen that they drew from.
 */
export function DrawMoment() {
  const draw = useSpinning();
  const user = useUser();
  const hasJustChanged = usePast(draw?.id, rest).length > 0;
  return (
    <>
      {hasJustChanged && <span hidden data-call-moved />}
      {draw && user?.roleId === Role.User && <DrawOfEntrant draw={draw} />}
    </>
  );
}

/** Hides the draw while a call waits for its answer: its card would lie over the two buttons. */
function DrawOfEntrant({ draw }: { draw: Draw }) {
  const { places = [] } = usePlaces();
  const close = useCallback(() => setSpinning(null), []);
  return (
    <div hidden={places.some(isCalled)}>
      <DrawCard key={draw.id} draw={draw} onClose={close} onMissing={close} />
    </div>
  );
}
