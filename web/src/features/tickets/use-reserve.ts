import { api, type Purchase, type Ticket } from "@saha/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { call, keyOf, queryOf } from "../../api.ts";
import { usePress } from "../../press.ts";
import { withRow } from "../../ui/data-table/list-changes.ts";

const mine = queryOf(api.purchases.mine);

/** Names what the card shows: at another price, or on another day, the press takes nothing. */
const requestOf = ({ id, price, day }: Ticket) => ({ body: { ticketId: id, price, day } });

/**
 * Takes a free ticket by one press on its card, whose outcome stays there when the ticket has changed. A press whose
 * answer was lost is another one once the own tickets have changed: it may have counted and been given back since, and
 * the old one would be answered with a ticket that is gone.
 */
export function useReserve(onTaken: (purchase: Purchase) => void) {
  const queries = useQueryClient();
  const rowsAt = useRef(new Map<number, readonly Purchase[] | undefined>());
  const pressed = useRef(new Map<number, ReturnType<typeof requestOf>>());
  const { press, of, forget } = usePress(api.purchases.reserve, {
    refetch: [api.tickets.list, api.purchases.mine],
    onDone: (purchase) => {
      queries.setQueryData(mine.queryKey, (now) => now && withRow(now, purchase));
      onTaken(purchase);
    },
  });
  return {
    press(ticket: Ticket) {
      const rows = queries.getQueryData(mine.queryKey);
      const request = requestOf(ticket);
      if (rowsAt.current.get(ticket.id) !== rows && of(request)?.error) forget(request);
      rowsAt.current.set(ticket.id, rows);
      pressed.current.set(ticket.id, request);
      return press(request);
    },
    of: (ticket: Ticket) => of(pressed.current.get(ticket.id) ?? requestOf(ticket)),
  };
}

/** Gives an own unused ticket back (rules §2); its place is free again at once. */
export function useGiveBack() {
  const queries = useQueryClient();
  return async ({ id }: Purchase) => {
    try {
      await call(api.purchases.remove, { params: { id: String(id) } });
      queries.setQueryData(mine.queryKey, (now) => now?.filter((purchase) => purchase.id !== id));
    } finally {
      void queries.invalidateQueries({ queryKey: keyOf(api.tickets.list) });
      void queries.invalidateQueries({ queryKey: mine.queryKey });
    }
  };
}
