import { api } from "@saha/contract";
import { IconGift } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryOf } from "../../api.ts";
import { useConnected } from "../../realtime.ts";
import { useMember } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { onDemand } from "../../ui/on-demand.tsx";
import { Press } from "../../ui/press/press.tsx";

const GiveawayDialog = onDemand(async () => (await import("./giveaway-dialog.tsx")).GiveawayDialog);

/** Milliseconds between two looks while no news arrives, of each phone its own: a hall loses its sockets together. */
const lookMs = 20_000 + Math.random() * 20_000;

/** What this browser remembers of a win once its account has seen it. */
const seenWin = (userId: number, pollId: number) => `seen_win_${userId}_${pollId}`;

/**
 * Opens the giveaway of a booth's first poll; nothing where the booth has none (spec §2: user booths). One that its
 * reader has won goes first, and the button says so until it was shown: a phone may be away in the moment of the draw.
 */
export function GiveawayButton({ boothId, className }: { boothId: number; className?: string | undefined }) {
  const isConnected = useConnected();
  const polls = useQuery({ ...queryOf(api.polls.list), refetchInterval: isConnected ? false : lookMs });
  // The one that was opened, not whichever is the first by then: another one's dialog took the press.
  const [openId, setOpenId] = useState<number | null>(null);
  const { id: userId } = useMember();
  const ofBooth = polls.data?.filter((poll) => poll.boothId === boothId) ?? [];
  const won = ofBooth.find(
    ({ id, joined, entryLeft }) => joined && entryLeft === null && !localStorage.getItem(seenWin(userId, id)),
  );
  const first = won ?? ofBooth[0];
  const close = () => setOpenId(null);
  function keep(pollId: number) {
    try {
      localStorage.setItem(seenWin(userId, pollId), "1");
    } catch {
      // Storage has filled up: it is told again.
    }
  }
  return (
    <>
      {first && (
        <Press
          variant={won ? "filled" : "light"}
          size="small"
          className={className}
          aria-label={`${won ? m.giveaway_won() : m.giveaway_title()}: ${first.name}`}
          onClick={() => setOpenId(first.id)}
        >
          <IconGift size={20} aria-hidden="true" />
          {won ? m.giveaway_won() : m.giveaway_title()}
        </Press>
      )}
      {openId !== null && <GiveawayDialog pollId={openId} onClose={close} onMissing={close} onWinShown={keep} />}
    </>
  );
}
