import { Role } from "@saha/contract";
import { useCallback } from "react";
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
  const close = useCallback(() => setSpinning(null), []);
  const hasJustChanged = usePast(draw?.id, rest).length > 0;
  return (
    <>
      {hasJustChanged && <span hidden data-rests />}
      {draw && user?.roleId === Role.User && <DrawCard key={draw.id} draw={draw} onClose={close} onMissing={close} />}
    </>
  );
}
