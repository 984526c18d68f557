import type { Figures } from "@saha/contract";
import { m } from "../../../text/compiled/messages.js";
import { numberText } from "../../../text/format.ts";
import style from "./figures.module.css";
import { FigureLink, FiguresSection, scansOf } from "./figures-section.tsx";

/** How many people were let in today, beside today's tickets; nobody scans out, so that it never says who is inside. */
export function Entered({ entered, served, held, scans, day }: Figures) {
  return (
    <FiguresSection title={m.figures_entered()} table={scansOf(day, "entered")}>
      <p className={style.big}>
        <FigureLink table={scansOf(day, "entered")}>
          <bdi>{numberText(entered)}</bdi>
        </FigureLink>
      </p>
      <p className="muted">
        {held > 0
          ? m.figures_entered_of({ total: numberText(held), percent: Math.round((entered / held) * 100) })
          : m.figures_entered_no_tickets()}
      </p>
      <dl className={style.pair}>
        <div>
          <dt>{m.figures_last_minutes()}</dt>
          <dd>{numberText(lastMinutes(scans.lines))}</dd>
        </div>
        <div>
          <dt>{m.figures_served()}</dt>
          <dd>
            <FigureLink table={scansOf(day, "served")}>{numberText(served)}</FigureLink>
          </dd>
        </div>
      </dl>
    </FiguresSection>
  );
}

/** Entries of the last five minutes. */
function lastMinutes(lines: Figures["scans"]["lines"]): number {
  return lines
    .filter(({ kind }) => kind === "entry")
    .flatMap(({ minutes }) => minutes.slice(-5))
    .reduce((sum, count) => sum + count, 0);
}
