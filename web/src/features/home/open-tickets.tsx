import { api, Category, type Purchase, type Ticket } from "@saha/contract";
import { IconChevronLeft, IconTicketOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { queryOf } from "../../api.ts";
import { Pass } from "../../pieces/pass/pass.tsx";
import { m } from "../../text/compiled/messages.js";
import { priceText } from "../../text/format.ts";
import { PressLink } from "../../ui/press/press.tsx";
import { CardsSkeleton, EmptyState } from "../../ui/state/state.tsx";
import style from "./welcome.module.css";

const shown = 3;

/**
 * The next days that still have places for this person, each the way to its own card. Who holds nothing is told when
 * nothing is on offer and what comes; who holds a ticket needs no such word, and a missing answer says nothing.
 */
export function OpenTickets(props: { live: readonly Purchase[]; opening: string; rest: ReactNode }) {
  const { live, opening, rest } = props;
  const tickets = useQuery(queryOf(api.tickets.list));
  if (tickets.isPending) return <CardsSkeleton cards={shown} height={78} shape="line" />;
  const open = openOnes(tickets.data ?? [], live, opening);
  if (open.length === 0) {
    if (live.length > 0 || !tickets.data) return null;
    return (
      <section className={style.block}>
        <EmptyState icon={<IconTicketOff />} title={m.home_none_title()} text={m.home_none_text()} />
      </section>
    );
  }
  return (
    <section className="stack gap-10" aria-labelledby="open-tickets">
      <div className="row between gap-12">
        <h2 id="open-tickets" className="text-18 strong">
          {m.home_open_tickets()}
        </h2>
        <Link to="/ticket/free" className="inline-row gap-2 self-start touch text-primary text-15 bold no-underline">
          {m.home_all_free()}
          <IconChevronLeft size={18} aria-hidden="true" className="mirrored" />
        </Link>
      </div>
      <ul className={style.list}>
        {open.slice(0, shown).map((ticket) => (
          <li key={ticket.id}>
            <Pass ticket={ticket} size="strip" heading="h3" hasDay>
              <PressLink
                to="/ticket/free"
                hash={`ticket-${ticket.id}`}
                aria-label={`${priceOf(ticket)}: ${ticket.title}`}
                data-whole
                variant="bare"
              >
                {ticket.price > 0 && priceText(ticket.price)}
                <IconChevronLeft size={20} stroke={2.4} className="mirrored" aria-hidden="true" />
              </PressLink>
            </Pass>
          </li>
        ))}
      </ul>
      {rest}
    </section>
  );
}

function priceOf({ price }: Ticket): string {
  return price > 0 ? priceText(price) : m.format_free();
}

/**
 * What can be taken: free category, active, with places, on a day that the gate still admits and on which nothing is
 * held.
 */
function openOnes(tickets: readonly Ticket[], live: readonly Purchase[], opening: string): Ticket[] {
  const held = new Set(live.map(({ ticket }) => ticket.day));
  return tickets
    .filter(({ categoryId, active, day }) => categoryId === Category.Free && active && day >= opening && !held.has(day))
    .filter(({ purchased, quantity }) => purchased < quantity)
    .sort((a, b) => a.day.localeCompare(b.day));
}
