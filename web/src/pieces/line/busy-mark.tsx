import { m } from "../../text/compiled/messages.js";
import style from "./line.module.css";
import { type Busy, busyness, waitText } from "./words.ts";

const words = { 1: m.line_quiet, 2: m.line_active, 3: m.line_crowded };

/** Says how busy a booth or game is: three bars, a word, and the wait as far as it is known. */
export function BusyMark({ busy }: { busy: Busy }) {
  const level = busyness(busy);
  return (
    <span className={style.busy}>
      <span className={style.bars} data-level={level} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span>
        {words[level]()}
        {" · "}
        {busy.waiting === 0
          ? m.line_nobody()
          : busy.wait
            ? waitText(busy.wait)
            : m.line_waiting({ count: busy.waiting })}
      </span>
    </span>
  );
}
