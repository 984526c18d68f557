import { api, type Purchase, type Ticket } from "@saha/contract";
import { IconTicketOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { queryOf } from "../../api.ts";
import { useEventDays } from "../../event-day.ts";
import { m } from "../../text/compiled/messages.js";
import { dayParts, nearDay } from "../../text/format.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { CardsSkeleton, EmptyState, ErrorState } from "../../ui/state/state.tsx";
import { FreeTicketRow } from "./free-ticket-row.tsx";
import { byDay, freeTickets, standingOf } from "./standing.ts";
import style from "./tickets.module.css";
import { TicketsFrame } from "./tickets-frame.tsx";
import { useReserve } from "./use-reserve.ts";

const Congratulation = onDemand(async () => (await import("./congratulation.tsx")).Congratulation);

/** The free tickets on offer by day, to be taken with one press each (spec §2). */
export function FreeTickets() {
  const tickets = useQuery(queryOf(api.tickets.list));
  const mine = useQuery(queryOf(api.purchases.mine));
  const { opening } = useEventDays();
  const [taken, setTaken] = useState<Purchase | null>(null);
  const reserve = useReserve(setTaken);
  useNamedTicket(tickets.data !== undefined && mine.data !== undefined);

  return (
    <TicketsFrame title={m.tickets_free_title()}>
      {body()}
      {taken && <Congratulation purchase={taken} onClose={() => setTaken(null)} onMissing={() => setTaken(null)} />}
    </TicketsFrame>
  );

  function body() {
    const error = tickets.error ?? mine.error;
    if (!tickets.data || !mine.data) {
      if (!error) return <CardsSkeleton cards={4} height={142} />;
      return (
        <ErrorState
          error={error}
          onRetry={() => {
            if (tickets.isError) void tickets.refetch();
            if (mine.isError) void mine.refetch();
          }}
        />
      );
    }
    const days = byDay(freeTickets(tickets.data, opening));
    if (days.length === 0) {
      return (
        <EmptyState icon={<IconTicketOff />} title={m.tickets_free_none_title()} text={m.tickets_free_none_text()} />
      );
    }
    return (
      <div className={style.days}>
        {days.map(([day, ofDay]) => (
          <section key={day} aria-labelledby={`day-${day}`} className="stack gap-10">
            <DayHead day={day} />
            <ul className="stack gap-12">{ofDay.map((ticket) => row(ticket, mine.data))}</ul>
          </section>
        ))}
      </div>
    );
  }

  function row(ticket: Ticket, held: readonly Purchase[]) {
    const sent = reserve.of(ticket);
    return (
      <li key={ticket.id} id={`ticket-${ticket.id}`} tabIndex={-1} className={style.row}>
        <FreeTicketRow
          ticket={ticket}
          standing={standingOf(ticket, held, opening)}
          isSending={sent?.isPending ?? false}
          refusal={sent?.error}
          onReserve={() => void reserve.press(ticket)}
        />
      </li>
    );
  }
}

/** A day as a large numeral beside its name: today, tomorrow, or the weekday, and the month. */
function DayHead({ day }: { day: string }) {
  const { date, weekday, month, year } = dayParts(day, "long");
  const near = nearDay(day);
  const far = year ? `${month} ${year}` : month;
  return (
    <h2 id={`day-${day}`} className={style.dayHead}>
      <time dateTime={day}>
        <b>{date}</b>
        <span>
          {near ?? weekday} <em>{near ? m.format_weekday_month({ weekday, month }) : far}</em>
        </span>
      </time>
    </h2>
  );
}

/** Leads to the card that the address names, as home's cards do, once it is there. */
function useNamedTicket(isThere: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!isThere || !/^ticket-\d+$/.test(hash)) return;
    const card = document.getElementById(hash);
    card?.scrollIntoView({ block: "center" });
    card?.focus({ preventScroll: true });
  }, [isThere, hash]);
}
