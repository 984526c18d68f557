import { api, type Purchase } from "@saha/contract";
import { IconTicketOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { openingDay } from "../../text/format.ts";
import { CardsSkeleton, EmptyState, ErrorState } from "../../ui/state/state.tsx";
import { FreeTicketCard } from "./free-ticket-card.tsx";
import { freeTickets, standingOf } from "./standing.ts";
import style from "./tickets.module.css";
import { TicketsFrame } from "./tickets-frame.tsx";
import { useReserve } from "./use-reserve.ts";

const loadCongratulation = () => import("./congratulation.tsx");
const Congratulation = lazy(async () => ({ default: (await loadCongratulation()).Congratulation }));

/** The free tickets on offer, to be taken with one press each (spec §2). */
export function FreeTickets() {
  const tickets = useQuery(queryOf(api.tickets.list));
  const mine = useQuery(queryOf(api.purchases.mine));
  const [taken, setTaken] = useState<Purchase | null>(null);
  const reserve = useReserve(setTaken);

  return (
    <TicketsFrame title={m.tickets_free_title()} lead={m.tickets_free_lead()}>
      {body()}
      <Suspense>{taken && <Congratulation purchase={taken} onClose={() => setTaken(null)} />}</Suspense>
    </TicketsFrame>
  );

  function body() {
    const error = tickets.error ?? mine.error;
    if (!tickets.data || !mine.data) {
      if (!error) return <CardsSkeleton cards={4} height={260} />;
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
    const today = openingDay();
    const shown = freeTickets(tickets.data, today);
    if (shown.length === 0) {
      return (
        <EmptyState icon={<IconTicketOff />} title={m.tickets_free_none_title()} text={m.tickets_free_none_text()} />
      );
    }
    return (
      <ul className={style.cards}>
        {shown.map((ticket) => (
          <FreeTicketCard
            key={ticket.id}
            ticket={ticket}
            standing={standingOf(ticket, mine.data, today)}
            isSending={reserve.isPending && reserve.variables.id === ticket.id}
            refusal={reserve.isError && reserve.variables.id === ticket.id ? reserve.error : null}
            onReserve={() => {
              void loadCongratulation().catch(() => {});
              reserve.press(ticket);
            }}
          />
        ))}
      </ul>
    );
  }
}
