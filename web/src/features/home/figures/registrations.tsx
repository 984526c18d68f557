import type { Figures } from "@saha/contract";
import { m } from "../../../text/compiled/messages.js";
import { numberText, timeText } from "../../../text/format.ts";
import style from "./figures.module.css";
import { FigureLink, FiguresSection, type Table } from "./figures-section.tsx";

/** New accounts of today, a bar for each hour since the day began; the last one is the hour that has just begun. */
export function Registrations({ registrations: { from, hours }, day }: Pick<Figures, "registrations" | "day">) {
  const most = Math.max(1, ...hours);
  const table: Table = { to: "/dashboard/users", search: { day } };
  return (
    <FiguresSection title={m.figures_accounts()} table={table}>
      <p className={style.half}>
        <FigureLink table={table}>
          <b>{numberText(hours.reduce((sum, count) => sum + count, 0))}</b>
        </FigureLink>{" "}
        {m.figures_accounts_today({ count: numberText(hours.at(-1) ?? 0) })}
      </p>
      <div
        className="stack gap-4"
        style={{ inlineSize: `min(100%, ${Math.max(6, hours.length) * 36}px)` }}
        aria-hidden="true"
      >
        <div className={`flex bottom grow gap-4 ${style.hours}`}>
          {hours.map((count, hour) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place
            <i key={hour} style={{ blockSize: `${Math.max(4, (count / most) * 100)}%` }} />
          ))}
        </div>
        <div className="flex between muted text-13">
          <span dir="ltr">{timeText(from)}</span>
          <span className={style.now}>{m.figures_now()}</span>
        </div>
      </div>
    </FiguresSection>
  );
}
