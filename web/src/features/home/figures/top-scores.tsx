import type { Figures } from "@saha/contract";
import { m } from "../../../text/compiled/messages.js";
import { numberText } from "../../../text/format.ts";
import style from "./figures.module.css";
import { FigureLink, FiguresSection, NothingYet } from "./figures-section.tsx";

/** The head of the standings. */
export function TopScores({ top }: Pick<Figures, "top">) {
  return (
    <FiguresSection title={m.figures_top()} table={{ to: "/dashboard/logs" }}>
      {top.length === 0 && <NothingYet>{m.figures_top_none()}</NothingYet>}
      <ol className={style.rows}>
        {top.map(({ userId, username, total, rank }) => (
          <li key={userId} className={style.scorer}>
            <span className="muted tabular">{rank}</span>
            <span className={style.name}>
              <FigureLink table={{ to: "/dashboard/logs", search: { find: username } }}>
                <bdi>{username}</bdi>
              </FigureLink>
            </span>
            <b className="text-tertiary strong tabular">{numberText(total)}</b>
          </li>
        ))}
      </ol>
    </FiguresSection>
  );
}
