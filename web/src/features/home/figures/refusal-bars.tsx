import type { Figures } from "@saha/contract";
import { m } from "../../../text/compiled/messages.js";
import { numberText } from "../../../text/format.ts";
import { scanResultName } from "../../../text/scan-result-name.ts";
import style from "./figures.module.css";
import { FigureLink, FiguresSection, NothingYet, scansOf } from "./figures-section.tsx";

const shown = 3;

/** Why scans were refused today: the three commonest reasons, the rest summed. */
export function RefusalBars({ refusals: { scans, reasons }, day }: Pick<Figures, "refusals" | "day">) {
  const refused = sum(reasons);
  const rest = sum(reasons.slice(shown));
  const rows = [
    ...reasons.slice(0, shown).map(({ code, count }) => ({ name: scanResultName(code), show: code, count })),
    ...(rest > 0 ? [{ name: m.figures_other_reasons(), show: "refused", count: rest }] : []),
  ];
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <FiguresSection
      title={m.figures_refusals()}
      table={scansOf(day, "refused")}
      note={scans > 0 && m.figures_refusals_of({ refused: numberText(refused), scans: numberText(scans) })}
    >
      {rows.length === 0 && <NothingYet>{m.figures_refusals_none()}</NothingYet>}
      <ul className={style.rows}>
        {rows.map(({ name, show, count }) => (
          <li key={show} className={style.refusal}>
            <span className={style.name}>
              <FigureLink table={scansOf(day, show)}>{name}</FigureLink>
            </span>
            <span className={`row gap-10 tabular ${style.counted}`}>
              <i className={style.bar} data-tone="error" style={{ inlineSize: `${(count / most) * 76}%` }} />
              <b>{numberText(count)}</b>
            </span>
          </li>
        ))}
      </ul>
    </FiguresSection>
  );
}

function sum(reasons: Figures["refusals"]["reasons"]): number {
  return reasons.reduce((total, { count }) => total + count, 0);
}
