import { api, type Poll, type PollRoll } from "@saha/contract";
import { IconGift } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { call, keyOf, queryOf, randomKey } from "../../api.ts";
import { DrawStage } from "../../pieces/giveaway/draw-stage.tsx";
import { useConnected } from "../../realtime.ts";
import { m } from "../../text/compiled/messages.js";
import { ConfirmDialog } from "../../ui/confirm/confirm-dialog.tsx";
import { Press } from "../../ui/press/press.tsx";
import { toast } from "../../ui/toast/toast.ts";
import style from "./roll-winner.module.css";

/** Milliseconds that a winner's name stays (spec §9). */
const winnerStays = 10_000;

/** Draws a winner of a booth's giveaway, and names the last one (spec §2); nothing where the booth has no giveaway. */
export function RollWinner({ boothId }: { boothId: number }) {
  const polls = useQuery(queryOf(api.polls.ofBooth, { params: { id: String(boothId) } }));
  const [isAsking, setIsAsking] = useState(false);
  // Holds its place until it is known, so that nothing beside it moves.
  if (polls.isPending) return <RollButton isHidden />;
  if (!polls.data || polls.data.length === 0) return null;
  const last = polls.data.find(({ lastWinner }) => lastWinner !== null)?.lastWinner;
  return (
    <div className={`row gap-12 ${style.place}`}>
      {last && (
        <p className={`items-end text-15 strong leading-16 ${style.last}`}>
          <span>{m.roll_last()}</span>
          <bdi>{last}</bdi>
        </p>
      )}
      <RollButton press={() => setIsAsking(true)} />
      {isAsking && <RollDialog polls={polls.data} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

function RollButton({ press, isHidden }: { press?: () => void; isHidden?: boolean }) {
  return (
    <Press
      variant="light"
      size="small"
      onClick={press}
      style={{ whiteSpace: "nowrap", ...(isHidden && { visibility: "hidden" }) }}
    >
      <IconGift size={20} aria-hidden="true" />
      {m.roll_button()}
    </Press>
  );
}

function RollDialog({ polls, onClose }: { polls: readonly Poll[]; onClose: () => void }) {
  const queries = useQueryClient();
  const groupName = useId();
  const [chosen, setChosen] = useState(polls[0]?.id);
  const poll = polls.find(({ id }) => id === chosen);
  const [idempotencyKey] = useState(randomKey);
  const [roll, setRoll] = useState<PollRoll | null>(null);
  const isConnected = useConnected();
  return (
    <ConfirmDialog
      title={roll ? m.giveaway_spinning() : m.roll_title()}
      confirm={m.roll_button()}
      onConfirm={async () => {
        if (!poll) return;
        const rolled = await call(api.polls.roll, { body: { pollId: poll.id } }, { idempotencyKey });
        setRoll(rolled);
        // The winner is named when the entrants' phones name it, not before (rules §6).
        await sleep(durationOf(rolled));
        const { winner } = rolled;
        void queries.invalidateQueries({ queryKey: keyOf(api.polls.ofBooth) });
        // The news says it too, and which giveaway it was.
        if (!isConnected) {
          const message = m.roll_winner({ winner: winner || m.roll_unknown() });
          void toast({ kind: "success", message, stays: winnerStays });
        }
        onClose();
      }}
      onClose={onClose}
    >
      {polls.length > 1 && !roll && (
        <span className="stack mb-8">
          {polls.map(({ id, name }) => (
            <label key={id} className={`row gap-12 touch semibold ${style.choice}`}>
              <input type="radio" name={groupName} checked={id === chosen} onChange={() => setChosen(id)} />
              <bdi>{name}</bdi>
            </label>
          ))}
        </span>
      )}
      {poll && !roll && m.roll_text({ poll: poll.name, count: poll.entries })}
      {poll && roll && (
        <DrawStage drawId={poll.id} entries={roll.entries} hasMine={false} duration={durationOf(roll)} elapsed={0} />
      )}
    </ConfirmDialog>
  );
}

/** Milliseconds that the draw is shown on all screens. */
function durationOf({ at, endsAt }: PollRoll): number {
  return Date.parse(endsAt) - Date.parse(at);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
