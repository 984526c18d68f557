import type { QueueEntry } from "@saha/contract";
import { gameNameOf } from "../../pieces/game-names.tsx";
import { StarClock } from "../../pieces/star-clock/star-clock.tsx";
import { m } from "../../text/compiled/messages.js";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { useNow } from "../../ui/clock/use-now.ts";
import { numberOf, stateAt } from "./line.ts";
import style from "./phone.module.css";
import { StateMark } from "./state-mark.tsx";

/**
 * The player whom the dock's button is about: the number, the state with the call's clock, who it is, and the steps so
 * far.
 */
export function HandCard({ entry }: { entry: QueueEntry }) {
  const now = useNow();
  const { user, game, calledAt, callExpiresAt, enteredAt, isPlaying } = entry;
  const state = stateAt(entry, now);
  const isRunning = state === "called" && calledAt && callExpiresAt && Date.parse(callExpiresAt) > now;
  const steps = [
    { name: m.staff_step_call(), isDone: calledAt !== null },
    { name: m.staff_step_enter(), isDone: enteredAt !== null },
    { name: m.staff_step_play(), isDone: isPlaying },
    { name: m.staff_step_result(), isDone: false },
  ];
  const at = steps.findLastIndex(({ isDone }) => isDone) + 1;
  const minutes = Math.max(0, Math.floor((now - Date.parse(entry.createdAt)) / 60_000));
  return (
    <section key={entry.id} className={style.hand} aria-label={m.staff_in_hand()} data-live={isPlaying || undefined}>
      <div className="flex between gap-12">
        <div className="stack content-start">
          <span className={style.handMark}>
            <StateMark entry={entry} withWait />
          </span>
          <b className={`strong tabular text-primary ${style.handNumber}`}>{numberOf(entry)}</b>
        </div>
        {isRunning && <StarClock from={calledAt} to={callExpiresAt} label={m.staff_call_left()} />}
      </div>
      <div className="row gap-12">
        <Avatar name={user.name || user.username} picture={user.avatar} size={48} />
        <div className="stack">
          <bdi className={`strong leading-16 break-words ${style.handName}`}>{user.name || user.username}</bdi>
          <span className="text-15 leading-16 break-words">
            <bdi>{gameNameOf(game)}</bdi> · {m.staff_in_line_for({ count: minutes })}
          </span>
        </div>
      </div>
      <ol className={style.steps}>
        {steps.map(({ name }, index) => (
          <li key={name} data-done={index < at || undefined} aria-current={index === at ? "step" : undefined}>
            {name}
          </li>
        ))}
      </ol>
    </section>
  );
}
