import { IconChevronLeft } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { m } from "../../../text/compiled/messages.js";
import style from "./figures.module.css";

/** Where a figure leads: a table with the filter that it counts by. */
export type Table = Pick<LinkProps, "to" | "search">;

/** The scans of one of the event's days: those let in, served, refused, or refused for one reason. */
export function scansOf(day: string, show: string): Table {
  return { to: "/dashboard/scans", search: { day, show } };
}

/** One figure of the home: a heading that leads to its table, a word beside it, and what is plotted. */
export function FiguresSection({
  title,
  table,
  note,
  area,
  children,
}: {
  title: string;
  table: Table;
  note?: ReactNode;
  area: string;
  children: ReactNode;
}) {
  return (
    <section className={style.section} data-area={area} aria-label={title}>
      <div className={style.head}>
        <h2 className={style.title}>
          <Link {...table} className={style.link}>
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

/** A name or number of a figure, which leads to its rows. */
export function FigureLink({
  table,
  children,
  className,
}: {
  table: Table;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <Link {...table} className={className ? `${style.leads} ${className}` : style.leads}>
      {children}
    </Link>
  );
}
