import { api } from "@saha/contract";
import { IconConfetti, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queryOf } from "../../api.ts";
import { useMember } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { onDemand } from "../../ui/on-demand.tsx";
import { Press } from "../../ui/press/press.tsx";
import { DrawStage } from "./draw-stage.tsx";
import style from "./giveaway.module.css";
import { useSpin } from "./use-spin.ts";

const GiveawayDialog = onDemand(async () => (await import("./giveaway-dialog.tsx")).GiveawayDialog);

/** Milliseconds that the result stays, as long as the toast of a winner (spec §9). */
const resultStays = 10_000;

/**
 * The draw on an entrant's phone, at the same moment as on the staff's screen: a card above what is open, which covers
 * no ticket.
 */
export function DrawCard({ pollId, onClose }: { pollId: number; onClose: () => void }) {
  const user = useMember();
  const poll = useQuery(queryOf(api.polls.get, { params: { id: String(pollId) } })).data;
  const spin = useSpin(poll);
  const [isOpen, setIsOpen] = useState(false);
  const [hasSpun, setHasSpun] = useState(false);
  const isOver = hasSpun && !spin;

  useEffect(() => {
    if (spin) setHasSpun(true);
  }, [spin]);
  useEffect(() => {
    if (!isOver || isOpen) return;
    const timer = setTimeout(onClose, resultStays);
    return () => clearTimeout(timer);
  }, [isOver, isOpen, onClose]);

  if (isOpen) {
    return <GiveawayDialog pollId={pollId} onClose={onClose} onMissing={() => setIsOpen(false)} />;
  }
  if (!poll || (!spin && !isOver)) return null;
  const isWinner = isOver && poll.lastWinner === user.username;
  return (
    <aside className={style.card} aria-label={m.giveaway_title()} data-won={isWinner || undefined}>
      <div className={style.cardHead}>
        <p role="status">
          {isWinner && <IconConfetti size={22} aria-hidden="true" />}
          <b>{spin ? m.giveaway_spinning() : isWinner ? m.giveaway_won() : m.giveaway_last_winner()}</b>{" "}
          <bdi>{spin || isWinner ? poll.name : poll.lastWinner}</bdi>
        </p>
        <Press variant="icon" aria-label={m.giveaway_close()} onClick={onClose}>
          <IconX size={22} aria-hidden="true" />
        </Press>
      </div>
      {spin && (
        <DrawStage
          drawId={pollId}
          entries={Math.min(poll.entries, 14)}
          mine={poll.entryLeft}
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
