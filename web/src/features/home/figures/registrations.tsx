import type { Figures } from "@saha/contract";
import { m } from "../../../text/compiled/messages.js";
import { numberText, timeText } from "../../../text/format.ts";
import style from "./figures.module.css";
import { FiguresSection } from "./figures-section.tsx";

/** New accounts of today, a bar for each hour since the day began; the last one is the hour that has just begun. */
export function Registrations({ registrations: { from, hours } }: Pick<Figures, "registrations">) {
  const most = Math.max(1, ...hours);
  return (
    <FiguresSection title={m.figures_accounts()} to="/dashboard/users" area="accounts">
      <p className={style.half}>
        <b>{numberText(hours.reduce((sum, count) => sum + count, 0))}</b>{" "}
        {m.figures_accounts_today({ count: numberText(hours.at(-1) ?? 0) })}
      </p>
      <div
        className={style.daySoFar}
        style={{ inlineSize: `min(100%, ${Math.max(6, hours.length) * 36}px)` }}
        aria-hidden="true"
      >
        <div className={style.hours}>
          {hours.map((count, hour) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place
            <i key={hour} style={{ blockSize: `${Math.max(4, (count / most) * 100)}%` }} />
          ))}
        </div>
        <div className={style.span}>
          <span dir="ltr">{timeText(from)}</span>
          <span className={style.now}>{m.figures_now()}</span>
        </div>
      </div>
    </FiguresSection>
  );
}
