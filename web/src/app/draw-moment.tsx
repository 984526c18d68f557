import { Role } from "@saha/contract";
import { useCallback } from "react";
import { useUser } from "../session.ts";
import { onDemand } from "../ui/on-demand.tsx";
import { setSpinning, useSpinning } from "./spinning.ts";

const DrawCard = onDemand(async () => (await import("../pieces/giveaway/draw-card.tsx")).DrawCard);

/**
 * Shows an entrant the draw that has begun, whichever screen is open; staff have it on the screen that they drew from.
 */
export function DrawMoment() {
  const draw = useSpinning();
  const user = useUser();
  const close = useCallback(() => setSpinning(null), []);
  if (draw === null || user?.roleId !== Role.User) return null;
  return <DrawCard key={draw.id} draw={draw} onClose={close} onMissing={close} />;
}
