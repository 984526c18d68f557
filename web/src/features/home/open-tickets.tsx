import { api, Category, type Purchase, type Ticket } from "@saha/contract";
import { IconChevronLeft, IconTicketOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { dayText, eventToday, priceText } from "../../text/format.ts";
import { Card } from "../../ui/card/card.tsx";
import { CardsSkeleton, EmptyState } from "../../ui/state/state.tsx";
import classes from "./open-tickets.module.css";

const shown = 3;

/**
 * The next days that still have places for this person. Who holds nothing is told when nothing is on offer and what comes;
 * who holds a ticket needs no such word, and a missing answer says nothing.
 */
export function OpenTickets({ live }: { live: readonly Purchase[] }) {
  const tickets = useQuery(queryOf(api.tickets.list));
  if (tickets.isPending) return <CardsSkeleton cards={shown} height={132} shape="line" />;
  const open = openOnes(tickets.data ?? [], live);
  if (open.length === 0) {
    if (live.length > 0 || !tickets.data) return null;
    return (
      <Card as="section">
        <EmptyState icon={<IconTicketOff />} title={m.home_none_title()} text={m.home_none_text()} />
      </Card>
    );
  }
  return (
    <section className={classes.open} aria-labelledby="open-tickets">
      <h2 id="open-tickets" className={classes.title}>
        {m.home_open_tickets()}
      </h2>
      <ul className={classes.list}>
        {open.slice(0, shown).map((ticket) => (
          <li key={ticket.id}>
            <OpenTicket ticket={ticket} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OpenTicket({ ticket }: { ticket: Ticket }) {
  const left = ticket.quantity - ticket.purchased;
  return (
    <Link to="/ticket/free" className={classes.ticket}>
      <span className={classes.words}>
        <span className={classes.name}>
          <bdi>{ticket.title}</bdi>
        </span>
        <span className={classes.day}>{dayText(ticket.day)}</span>
      </span>
      <IconChevronLeft className={classes.arrow} aria-hidden="true" />
      <span className={classes.bar} aria-hidden="true">
        <i style={{ inlineSize: `${(left / ticket.quantity) * 100}%` }} />
      </span>
      <span className={classes.left}>{m.home_places_left({ count: left })}</span>
      <span className={classes.price}>{ticket.price > 0 ? priceText(ticket.price) : m.home_free()}</span>
    </Link>
  );
}

/** What can be taken: free category, active, with places, on a day to come on which nothing is held yet. */
function openOnes(tickets: readonly Ticket[], live: readonly Purchase[], today = eventToday()): Ticket[] {
  const held = new Set(live.map(({ ticket }) => ticket.day));
  return tickets
    .filter(({ categoryId, active, day }) => categoryId === Category.Free && active && day >= today && !held.has(day))
    .filter(({ purchased, quantity }) => purchased < quantity)
    .toSorted((a, b) => a.day.localeCompare(b.day));
}
