import { Button } from "@mantine/core";
import { api, type Purchase } from "@saha/contract";
import { IconTicket } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { openingDay } from "../../text/format.ts";
import { CardsSkeleton, EmptyState, ErrorState } from "../../ui/state/state.tsx";
import { MyTicketCard } from "./my-ticket-card.tsx";
import { shownPurchases } from "./standing.ts";
import { TicketFullScreen } from "./ticket-full-screen.tsx";
import style from "./tickets.module.css";
import { TicketsFrame } from "./tickets-frame.tsx";
import { useGiveBack } from "./use-reserve.ts";

const ConfirmDialog = lazy(() =>
  import("../../ui/confirm/confirm-dialog.tsx").then((module) => ({ default: module.ConfirmDialog })),
);

/** The own tickets with their QR codes (spec §2); one tap here or at home makes a code fill the screen. */
export function MyTickets() {
  const mine = useQuery({ ...queryOf(api.purchases.mine), refetchOnWindowFocus: "always" });
  const giveBack = useGiveBack();
  const { open } = useSearch({ strict: false });
  const navigate = useNavigate();
  const large = shownPurchases(mine.data ?? [], openingDay()).find(({ id }) => id === open);
  const enlarge = (id?: number) =>
    void navigate({ to: "/ticket/my-tickets", search: id ? { open: id } : {}, replace: true, resetScroll: false });
  const [asked, setAsked] = useState<Purchase | null>(null);
  // Scanned meanwhile, there is nothing to give back.
  const leaving = mine.data?.find(({ id, status }) => id === asked?.id && status === "ACTIVE");

  return (
    <TicketsFrame title={m.tickets_mine_title()} lead={m.tickets_mine_lead()}>
      {body()}
      {large && <TicketFullScreen purchase={large} onClose={() => enlarge()} />}
      {leaving && (
        <Suspense>
          <ConfirmDialog
            title={m.tickets_give_back_title()}
            confirm={m.tickets_give_back_yes()}
            tone="error"
            onClose={() => setAsked(null)}
            onConfirm={async () => {
              await giveBack(leaving);
              setAsked(null);
            }}
          >
            {m.tickets_give_back_text({ title: leaving.ticket.title })}
          </ConfirmDialog>
        </Suspense>
      )}
    </TicketsFrame>
  );

  function body() {
    if (!mine.data) {
      if (!mine.error) return <CardsSkeleton cards={2} height={460} shape="code" />;
      return <ErrorState error={mine.error} onRetry={() => void mine.refetch()} />;
    }
    const shown = shownPurchases(mine.data, openingDay());
    if (shown.length === 0) {
      return (
        <EmptyState
          icon={<IconTicket />}
          title={m.tickets_mine_none_title()}
          text={m.tickets_mine_none_text()}
          action={<Button renderRoot={(props) => <Link to="/ticket/free" {...props} />}>{m.tickets_browse()}</Button>}
        />
      );
    }
    return (
      <ul className={style.cards}>
        {shown.map((purchase) => (
          <MyTicketCard
            key={purchase.id}
            purchase={purchase}
            onEnlarge={() => enlarge(purchase.id)}
            onGiveBack={() => setAsked(purchase)}
          />
        ))}
      </ul>
    );
  }
}
