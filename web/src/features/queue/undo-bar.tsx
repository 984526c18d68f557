import { undoSeconds } from "@saha/contract";
import { IconArrowBackUp, IconFlag, IconTrophy } from "@tabler/icons-react";
import { useEffect } from "react";
import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import { useNow } from "../../ui/clock/use-now.ts";
import { usePast } from "../../ui/use-past.ts";
import { numberOf } from "./line.ts";
import style from "./undo-bar.module.css";
import { rest, type Steps } from "./use-steps.ts";

/**
 * Takes a wrong win or lose back for 10 seconds; says what was done, and how long is left (rules §5). It lies over
 * rows: it takes no press in its first half second, which was meant for a row, and stands for another one once it is
 * over, for a press that was meant for it would be a bystander's.
 */
export function UndoBar({ steps }: { steps: Steps }) {
  const { result, undo, isUndoing, forget } = steps;
  const now = useNow();
  // The clock that is shown ticks once a second: before its next tick it is behind the press.
  const left = result ? Math.min(result.until - now, undoSeconds * 1000) : 0;
  const isOver = result !== null && left <= 0 && !isUndoing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends once
  useEffect(() => {
    if (isOver) forget();
  }, [isOver]);
  const live = result && !isOver ? result : null;
  const past = usePast(live, rest);
  const shown = live ?? past.findLast((one) => one !== null);
  return (
    <div role="status" className="stack items-end">
      {shown && (
        <div className={`row gap-10 whole ${style.bar}`} key={shown.entry.id} data-over={!live || undefined}>
          {shown.kind === "win" ? <IconTrophy aria-hidden="true" /> : <IconFlag aria-hidden="true" />}
          <span className="flex gap-8 bold leading-15 min-0">
            {shown.kind === "win" ? m.staff_win() : m.staff_lose()} <bdi>{numberOf(shown.entry)}</bdi>
            <span className="semibold tabular" dir="ltr">
              {signed(shown.change)}
            </span>
          </span>
          <button
            type="button"
            className={`row gap-8 strong ${style.undo}`}
            disabled={live === null || past.length > 0}
            onClick={() => undo()}
            aria-busy={isUndoing || undefined}
          >
            <IconArrowBackUp aria-hidden="true" />
            {m.staff_undo()}
            <span aria-hidden="true" className={style.left}>
              {m.staff_seconds({ seconds: Math.max(0, Math.ceil(left / 1000)) })}
            </span>
          </button>
          <i className={style.rule} style={{ animationDuration: `${undoSeconds}s` }} />
        </div>
      )}
    </div>
  );
}

function signed(change: number): string {
  return `${change > 0 ? "+" : change < 0 ? "−" : ""}${numberText(Math.abs(change))}`;
}
