import type { Figures } from "@saha/contract";
import { IconBan } from "@tabler/icons-react";
import { m } from "../../../text/compiled/messages.js";
import { dayParts, dayText, numberText } from "../../../text/format.ts";
import style from "./figures.module.css";
import { FigureLink, FiguresSection, NothingYet } from "./figures-section.tsx";

const shown = 5;

/** The tickets of the next days: what is reserved of each day's capacity, and who has entered already. */
export function DayBars({ days }: Pick<Figures, "days">) {
  return (
    <FiguresSection
      title={m.figures_days()}
      table={{ to: "/dashboard/tickets/free" }}
      columns={3}
      note={
        days.length > 0 && (
          <span className={`inline-row gap-8 ${style.legend}`}>
            <i data-part="reserved" /> {m.figures_days_reserved()} <i data-part="entered" /> {m.figures_days_entered()}
          </span>
        )
      }
    >
      {days.length === 0 && <NothingYet>{m.figures_days_none()}</NothingYet>}
      <ul className={style.rows}>
        {days.slice(0, shown).map((each) => (
          <Day key={each.day} {...each} />
        ))}
      </ul>
    </FiguresSection>
  );
}

function Day({ day, quantity, reserved, entered }: Figures["days"][number]) {
  const { date, weekday } = dayParts(day, "long");
  const isFull = quantity > 0 && reserved >= quantity;
  return (
    <li className={style.day}>
      <span className={`flex baseline gap-10 semibold ${style.date}`} title={dayText(day)}>
        <FigureLink table={{ to: "/dashboard/tickets/free", search: { find: day } }}>
          <b>{date}</b> {weekday}
        </FigureLink>
      </span>
      <span className={style.track} aria-hidden="true">
        <i data-part="reserved" style={{ inlineSize: share(reserved, quantity) }} />
        <i data-part="entered" style={{ inlineSize: share(entered, quantity) }} />
      </span>
      <span className={`muted tabular text-end nowrap ${style.amount}`}>
        {isFull ? (
          <span className="inline-row gap-6 text-error bold">
            <IconBan size={18} aria-hidden="true" /> {m.figures_days_full()}
          </span>
        ) : (
          <>
            <b>{numberText(reserved)}</b> {m.figures_of({ total: numberText(quantity) })}
          </>
        )}
      </span>
    </li>
  );
}

function share(part: number, whole: number): string {
  return `${whole > 0 ? Math.min(100, (part / whole) * 100) : 0}%`;
}
