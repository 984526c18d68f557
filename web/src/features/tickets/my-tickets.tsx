import { useMediaQuery } from "@mantine/hooks";
import { api, type Purchase } from "@saha/contract";
import { IconTicket } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { queryOf } from "../../api.ts";
import { useEventDays } from "../../event-day.ts";
import { PassSkeleton } from "../../pieces/pass/empty-pass.tsx";
import { useShownPurchases } from "../../pieces/pass/use-shown-purchases.ts";
import { m } from "../../text/compiled/messages.js";
import { Confirm } from "../../ui/confirm/confirm.tsx";
import { PressLink } from "../../ui/press/press.tsx";
import { EmptyState, ErrorState } from "../../ui/state/state.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { MyTicketCard } from "./my-ticket-card.tsx";
import { titleAndDay } from "./standing.ts";
import { TicketFullScreen } from "./ticket-full-screen.tsx";
import style from "./tickets.module.css";
import { TicketsFrame } from "./tickets-frame.tsx";
import { useGiveBack } from "./use-reserve.ts";

/** The own tickets with their QR codes (spec §2); one tap here or at home makes a code fill the screen. */
export function MyTickets() {
  const mine = useQuery({ ...queryOf(api.purchases.mine), refetchOnWindowFocus: "always" });
  const giveBack = useGiveBack();
  const days = useEventDays();
  const shown = useShownPurchases(mine.data, days);
  // Where two codes fit into one view, side by side or one above the other.
  const isLarge = useMediaQuery("(min-width: 780px), (min-height: 900px)", false, { getInitialValueInEffect: false });
  const { open } = useSearch({ strict: false });
  const navigate = useNavigate();
  const large = shown.find(({ id }) => id === open);
  const enlarge = (id?: number) =>
    void navigate({ to: "/ticket/my-tickets", search: id ? { open: id } : {}, replace: true, resetScroll: false });
  const [asked, setAsked] = useState<Purchase | null>(null);
  // Scanned meanwhile, there is nothing to give back.
  const leaving = mine.data?.find(({ id, status }) => id === asked?.id && status === "ACTIVE");

  return (
    <TicketsFrame title={m.tickets_mine_title()}>
      {body()}
      {large && <TicketFullScreen purchase={large} onClose={() => enlarge()} />}
      {leaving && (
        <Confirm
          title={m.tickets_give_back_title()}
          confirm={m.tickets_give_back_yes()}
          tone="error"
          onClose={() => setAsked(null)}
          onMissing={() => setAsked(null)}
          onConfirm={async () => {
            await giveBack(leaving);
            setAsked(null);
            void toast({ kind: "success", message: m.tickets_given_back({ title: leaving.ticket.title }) });
          }}
        >
          {m.tickets_give_back_text({ title: titleAndDay(leaving.ticket) })}
        </Confirm>
      )}
    </TicketsFrame>
  );

  function body() {
    if (!mine.data) {
      if (!mine.error) {
        return (
          <div className={style.cards}>
            <PassSkeleton size="full" />
          </div>
        );
      }
      return <ErrorState error={mine.error} onRetry={() => void mine.refetch()} />;
    }
    if (shown.length === 0) {
      return (
        <EmptyState
          icon={<IconTicket />}
          title={m.tickets_mine_none_title()}
          text={m.tickets_mine_none_text()}
          action={<PressLink to="/ticket/free">{m.tickets_browse()}</PressLink>}
        />
      );
    }
    return (
      <ul className={style.cards}>
        {shown.map((purchase, index) => (
          <li key={purchase.id}>
            <MyTicketCard
              purchase={purchase}
              isLater={index > 0}
              isCovered={isLarge && index > 0}
              onEnlarge={() => enlarge(purchase.id)}
              onGiveBack={() => setAsked(purchase)}
            />
          </li>
        ))}
      </ul>
    );
  }
}
