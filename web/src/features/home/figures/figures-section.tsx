import { IconChevronLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { m } from "../../../text/compiled/messages.js";
import style from "./figures.module.css";

export type Table =
  | "/dashboard/scans"
  | "/dashboard/tickets/free"
  | "/dashboard/booths"
  | "/dashboard/users"
  | "/dashboard/logs";

/** One figure of the home: a heading that leads to its table, a word beside it, and what is plotted. */
export function FiguresSection({
  title,
  to,
  note,
  area,
  children,
}: {
  title: string;
  to: Table;
  note?: ReactNode;
  area: string;
  children: ReactNode;
}) {
  return (
    <section className={style.section} data-area={area} aria-label={title}>
      <div className={style.head}>
        <h2 className={style.title}>
          <Link to={to} className={style.link}>
            {title}
            <IconChevronLeft size={20} aria-hidden="true" />
          </Link>
        </h2>
        {note && <span className={style.note}>{note}</span>}
      </div>
      {children}
    </section>
  );
}

/** Says that there is nothing to plot yet. */
export function NothingYet({ children = m.figures_none() }: { children?: string }) {
  return <p className={style.nothing}>{children}</p>;
}
