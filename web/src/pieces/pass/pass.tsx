import type { Ticket } from "@saha/contract";
import { type ReactNode, useRef } from "react";
import { dayParts, isThisWeek, nearDay } from "../../text/format.ts";
import { metalOf } from "./metal-of.ts";
import style from "./pass.module.css";
import { PassFrame } from "./pass-frame.tsx";
import type { PassSize } from "./plates.ts";
import { TypeMark } from "./type-mark.tsx";
import { useMove } from "./use-move.ts";

export type PassTicket = Pick<Ticket, "id" | "title" | "day" | "type" | "categoryId">;

/**
 * The rings in which enamel fills outward from the heart when a ticket is taken: at 60 ms each, 600 ms in all
 * (interface: Look).
 */
export const celebrationRings = 8;

/**
 * Shows a ticket as one object everywhere: its type is the whole card, its day a large numeral; only the stub beyond
 * the perforation, `children`, changes. What can't be had loses its metal (interface: Frame).
 */
export function Pass(props: {
  ticket: PassTicket;
  size: PassSize;
  /** `p` where the pass is only shown, as in a preview. */
  heading?: "h2" | "h3" | "p";
  isGone?: boolean;
  /** The celebration: enamel fills outward from the heart in so many rings. */
  rings?: number;
  /** A small pass stands under its day and leaves it out. */
  hasDay?: boolean;
  /** What follows the title on the card itself. */
  details?: ReactNode;
  /** The stub; a strip has none, and shows this beside its type. */
  children?: ReactNode;
}) {
  const { ticket, size, heading: Heading = "h2", isGone = false, rings, details, children } = props;
  const isSmall = size === "row" || size === "strip";
  const { hasDay = !isSmall } = props;
  const pass = useRef<HTMLElement>(null);
  useMove(`ticket:${ticket.id}`, pass);
  const { weekday, date, month, year } = dayParts(ticket.day, "short");
  // A weekday alone would be taken for the one to come.
  const shortName = nearDay(ticket.day) ?? (isThisWeek(ticket.day) ? weekday : month);
  return (
    <PassFrame
      ref={pass}
      seed={`ticket:${ticket.id}`}
      metal={isGone ? "none" : metalOf(ticket)}
      size={size}
      rings={rings}
      stub={size !== "strip" && children}
      head={
        <>
          {size === "strip" ? (
            <div className={style.line}>
              <TypeMark ticket={ticket} />
              {children}
            </div>
          ) : (
            <TypeMark ticket={ticket} />
          )}
          {hasDay && (
            <time className={style.day} dateTime={ticket.day}>
              <b>{date}</b>
              <span>
                {isSmall ? (
                  shortName
                ) : (
                  <>
                    {weekday} <em>{month}</em> {year && <em>{year}</em>}
                  </>
                )}
              </span>
            </time>
          )}
          <Heading className={style.title}>
            <bdi>{ticket.title}</bdi>
          </Heading>
          {details}
        </>
      }
    />
  );
}
