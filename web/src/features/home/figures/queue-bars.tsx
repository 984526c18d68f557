import type { Figures } from "@saha/contract";
import { IconClockExclamation } from "@tabler/icons-react";
import { m } from "../../../text/compiled/messages.js";
import { numberText } from "../../../text/format.ts";
import style from "./figures.module.css";
import { FigureLink, FiguresSection, NothingYet } from "./figures-section.tsx";

const shown = 6;

/** The lines of the booths, the longest wait first; who is late is told apart, with its mark. */
export function QueueBars({ queues }: Pick<Figures, "queues">) {
  const most = Math.max(1, ...queues.map(({ waiting }) => waiting));
  return (
    <FiguresSection
      title={m.figures_queues()}
      table={{ to: "/dashboard/booths" }}
      columns={3}
      note={queues.length > 1 && m.figures_queues_order()}
    >
      {queues.length === 0 && <NothingYet>{m.figures_queues_none()}</NothingYet>}
      <ul className={style.rows}>
        {queues.slice(0, shown).map(({ boothId, name, waiting, late, wait }) => (
          <li key={boothId} className={style.queue}>
            <span className={style.name}>
              <FigureLink table={{ to: "/dashboard/booths", search: { find: name } }}>
                <bdi>{name}</bdi>
              </FigureLink>
            </span>
            <span className={`row gap-10 tabular ${style.counted}`}>
              <i className={style.bar} data-tone="primary" style={{ inlineSize: `${(waiting / most) * 62}%` }} />
              <b aria-hidden="true">{numberText(waiting)}</b>
              <span className="sr-only">{m.figures_waiting({ count: waiting })}</span>
              {late > 0 && (
                <span className={`inline-row gap-4 bold ${style.late}`} title={m.figures_late({ count: late })}>
                  <IconClockExclamation size={18} aria-hidden="true" />
                  <span aria-hidden="true">{numberText(late)}</span>
                  <span className="sr-only">{m.figures_late({ count: late })}</span>
                </span>
              )}
            </span>
            <span className="muted text-end nowrap">{waitText(wait)}</span>
          </li>
        ))}
      </ul>
    </FiguresSection>
  );
}

function waitText(wait: Figures["queues"][number]["wait"]): string {
  if (!wait) return m.figures_wait_unknown();
  return wait.from === 0 ? m.figures_wait_up_to({ to: wait.to }) : m.figures_wait(wait);
}
