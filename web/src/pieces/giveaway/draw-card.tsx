import { api, type Poll } from "@saha/contract";
import { IconConfetti, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queryOf } from "../../api.ts";
import { ownMoment } from "../../own-moment.ts";
import { useMember } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { onDemand } from "../../ui/on-demand.tsx";
import { Press } from "../../ui/press/press.tsx";
import type { Draw } from "./draw.ts";
import { DrawStage } from "./draw-stage.tsx";
import style from "./giveaway.module.css";
import { isGone, isUntold, useSpin } from "./use-spin.ts";

const GiveawayDialog = onDemand(async () => (await import("./giveaway-dialog.tsx")).GiveawayDialog);

/** Milliseconds that the result stays, as long as the toast of a winner (spec §9). */
const resultStays = 10_000;

/**
 * The draw on an entrant's phone, at the same moment as on the staff's screen: a card above what is open, which covers
 * no ticket. It shows what news has told; which entry is the own one it asks for meanwhile.
 */
export function DrawCard({ draw, onClose }: { draw: Draw; onClose: () => void }) {
  const { id, name, entries } = draw;
  const user = useMember();
  const { data: own, error } = useOwnView(draw);
  const { lastWinner } = own ?? draw;
  // Its booth was switched off meanwhile, and nobody says any more who won.
  const isLost = isGone(error) && isUntold(own ?? draw);
  const spin = useSpin(isLost ? undefined : (own ?? draw));
  const [isOpen, setIsOpen] = useState(false);
  const [hasSpun, setHasSpun] = useState(false);
  const isOver = hasSpun && !spin && !isLost;

  useEffect(() => {
    if (spin) setHasSpun(true);
  }, [spin]);
  useEffect(() => {
    if (isLost && !isOpen) onClose();
  }, [isLost, isOpen, onClose]);
  useEffect(() => {
    if (!isOver || isOpen) return;
    const timer = setTimeout(onClose, resultStays);
    return () => clearTimeout(timer);
  }, [isOver, isOpen, onClose]);

  if (isOpen) {
    return <GiveawayDialog pollId={id} onClose={onClose} onMissing={() => setIsOpen(false)} />;
  }
  if (!spin && !isOver) return null;
  const isWinner = isOver && lastWinner === user.username;
  return (
    <aside className={style.card} aria-label={m.giveaway_title()} data-won={isWinner || undefined}>
      <div className={style.cardHead}>
        <p role="status">
          {isWinner && <IconConfetti size={22} aria-hidden="true" />}
          <b>{spin ? m.giveaway_spinning() : isWinner ? m.giveaway_won() : m.giveaway_last_winner()}</b>{" "}
          <bdi>{spin || isWinner ? name : lastWinner}</bdi>
        </p>
        <Press variant="icon" aria-label={m.giveaway_close()} onClick={onClose}>
          <IconX size={22} aria-hidden="true" />
        </Press>
      </div>
      {spin && (
        <DrawStage
          drawId={id}
          entries={Math.min(entries, 14)}
          mine={own?.entryLeft}
          duration={spin.duration}
          elapsed={spin.elapsed}
        />
      )}
      <Press variant="light" size="small" onClick={() => setIsOpen(true)}>
        {m.giveaway_open()}
      </Press>
    </aside>
  );
}

/**
 * The giveaway as this entrant sees it, once it is known: asked for while the draw is shown, in its first half and not
 * with the whole hall.
 */
function useOwnView({ id, renderTime, spinningUntil }: Draw): { data: Poll | undefined; error: unknown } {
  const [isMoment, setIsMoment] = useState(false);
  useEffect(() => {
    if (spinningUntil === null) return setIsMoment(false);
    const timer = setTimeout(() => setIsMoment(true), ownMoment(renderTime * 500));
    return () => clearTimeout(timer);
  }, [spinningUntil, renderTime]);
  const query = queryOf(api.polls.get, { params: { id: String(id) } });
  return useQuery(isMoment ? query : { ...query, enabled: false });
}
