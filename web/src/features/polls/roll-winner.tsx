import { api, type Poll, type PollRoll } from "@saha/contract";
import { IconGift } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { keyOf, queryOf } from "../../api.ts";
import { useKeptPress } from "../../kept-press.ts";
import { DrawStage } from "../../pieces/giveaway/draw-stage.tsx";
import { PollName } from "../../pieces/giveaway/poll-name.tsx";
import { useConnected } from "../../realtime.ts";
import { serverNow } from "../../server-clock.ts";
import { useMember } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { inSession } from "../../tokens.ts";
import { ConfirmDialog } from "../../ui/confirm/confirm-dialog.tsx";
import { Press, PressLink } from "../../ui/press/press.tsx";
import { toast } from "../../ui/toast/toast.ts";
import style from "./roll-winner.module.css";

/** Milliseconds that a winner's name stays (spec §9). */
const winnerStays = 10_000;

/** Draws a winner of a booth's giveaway, and names the last one (spec §2); nothing where the booth has no giveaway. */
export function RollWinner({ boothId }: { boothId: number }) {
  const polls = useQuery(queryOf(api.polls.ofBooth, { params: { id: String(boothId) } }));
  const [asked, setAsked] = useState<object | null>(null);
  // A draw may last minutes: its end closes the dialog that began it, not one that was opened since.
  const close = () => setAsked((now) => (now === asked ? null : now));
  // Holds its place until it is known, so that nothing beside it moves.
  if (polls.isPending) return <RollButton isHidden />;
  if (!polls.data || polls.data.length === 0) return null;
  const last = lastWinnerOf(polls.data);
  return (
    <div className={`row gap-12 ${style.place}`}>
      {last && (
        <p className={`items-end text-15 strong leading-16 ${style.last}`}>
          <span>{m.roll_last()}</span>
          <bdi className="truncate">{last}</bdi>
        </p>
      )}
      <RollButton
        press={() => {
          // Nobody is told when somebody joins or is blocked.
          void polls.refetch();
          setAsked({});
        }}
      />
      {asked && <RollDialog polls={polls.data} onClose={close} />}
    </div>
  );
}

/** The winner of the draw that was over last, of whichever giveaway (spec §4). */
export function lastWinnerOf(polls: readonly Pick<Poll, "lastWinner" | "lastWonAt">[]): string | null {
  const none = { lastWinner: null, lastWonAt: null };
  return polls.reduce((last, poll) => ((poll.lastWonAt ?? "") > (last.lastWonAt ?? "") ? poll : last), none).lastWinner;
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
  const rolls = useKeptPress(api.polls.roll, useMember().id, { timeout: 15_000 });
  // A draw can't be taken back: of several giveaways none is chosen for whoever draws, but one that is undecided.
  const [chosen, setChosen] = useState(() => (polls.length === 1 ? polls : polls.filter(isOpen))[0]?.id);
  const poll = polls.find(({ id }) => id === chosen);
  // Who drew since the question was asked is not seen in it.
  const [asked] = useState(() => new Map(polls.map(({ id, lastWonAt }) => [id, lastWonAt])));
  // Also of one that is deleted meanwhile: the answer says so.
  const fresh = { body: { pollId: chosen ?? 0, lastWonAt: asked.get(chosen ?? 0) ?? null } };
  // One of which nobody knows whether it counted is the same press still, until a later draw is known: by then it has
  // counted, or never will.
  const { pollId, lastWonAt } = fresh.body;
  const request = rolls.open().find(({ body }) => body.pollId === pollId && body.lastWonAt === lastWonAt) ?? fresh;
  function isOpen({ id, lastWonAt }: Poll): boolean {
    return rolls.open().some(({ body }) => body.pollId === id && body.lastWonAt === lastWonAt);
  }
  const isUndecided = rolls.isUndecided(request);
  const [roll, setRoll] = useState<(PollRoll & { left: number }) | null>(null);
  // The answer is one of the giveaway that it stands under.
  const [isRolling, setIsRolling] = useState(false);
  const isConnected = useConnected();
  return (
    <ConfirmDialog
      title={roll ? m.giveaway_spinning() : m.roll_title()}
      confirm={m.roll_button()}
      about={chosen}
      isUnset={chosen === undefined}
      onConfirm={async () => {
        setIsRolling(true);
        const result = await rolls.press(request);
        setIsRolling(false);
        if (!result) return;
        if ("error" in result) throw result.error;
        const { winner } = result.data;
        const left = leftOf(result.data);
        setRoll({ ...result.data, left });
        // The winner is named when the entrants' phones name it, not before (rules §6).
        await inSession(sleep(left));
        void queries.invalidateQueries({ queryKey: keyOf(api.polls.ofBooth) });
        // The news says it too, and which giveaway it was; of a draw that was made before, it has said it.
        if (!isConnected || isUndecided) {
          const message = m.roll_winner({ winner: winner || m.roll_unknown() });
          void toast({ kind: "success", message, stays: winnerStays });
        }
        onClose();
      }}
      onClose={onClose}
    >
      {(polls.length > 1 || chosen === undefined) && !roll && (
        <span className="stack mb-8">
          {polls.map((one) => (
            <label key={one.id} className={`row gap-12 touch semibold ${style.choice}`}>
              <input
                type="radio"
                name={groupName}
                checked={one.id === chosen}
                disabled={isRolling}
                onChange={() => setChosen(one.id)}
              />
              <PollName poll={one} among={polls} />
            </label>
          ))}
        </span>
      )}
      {chosen === undefined && m.roll_choose()}
      {poll && !roll && (isUndecided ? m.roll_undecided({ poll: poll.name }) : questionOf(poll))}
      {poll?.lastWinner && !roll && (
        <span className="flex wrap items-center gap-12 mt-8">
          <span className="break-words">
            {m.roll_last()}: <bdi className="strong">{poll.lastWinner}</bdi>
          </span>
          <PressLink to="/draws/$pollId" params={{ pollId: String(poll.id) }} variant="light" size="small">
            {m.roll_before()}
          </PressLink>
        </span>
      )}
      {poll && roll && (
        <DrawStage
          drawId={poll.id}
          entries={roll.entries}
          mine={null}
          duration={durationOf(roll)}
          elapsed={durationOf(roll) - roll.left}
        />
      )}
    </ConfirmDialog>
  );
}

function questionOf({ name, entriesLeft }: Poll): string {
  return entriesLeft ? m.roll_text({ poll: name, count: entriesLeft }) : m.roll_nobody({ poll: name });
}

/** Milliseconds that the draw is shown on all screens. */
function durationOf({ at, endsAt }: PollRoll): number {
  return Date.parse(endsAt) - Date.parse(at);
}

/** Milliseconds of them that are left: fewer where it was drawn before, and the answer comes a second time. */
function leftOf(roll: PollRoll): number {
  return Math.max(0, Math.min(durationOf(roll), Date.parse(roll.endsAt) - serverNow()));
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
