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
  columns,
  children,
}: {
  title: string;
  table: Table;
  note?: ReactNode;
  /** How many of the six columns of a wide screen it takes; 2 unless told. */
  columns?: 3 | 4;
  children: ReactNode;
}) {
  return (
    <section className={`column gap-12 ${style.section}`} data-columns={columns} aria-label={title}>
      <div className="row gap-16 rows-0 wrap between">
        <h2 className="text-18 strong">
          <Link {...table} className={`inline-row plain-link gap-6 touch ${style.link}`}>
            {title}
            <IconChevronLeft size={20} aria-hidden="true" />
          </Link>
        </h2>
        {note && <span className="muted text-15">{note}</span>}
      </div>
      {children}
    </section>
  );
}

/** Says that there is nothing to plot yet. */
export function NothingYet({ children = m.figures_none() }: { children?: string }) {
  return <p className="muted">{children}</p>;
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
