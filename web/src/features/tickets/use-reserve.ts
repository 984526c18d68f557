import { api, type Purchase, type Ticket } from "@saha/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { call, isLost, keyOf, queryOf, randomKey } from "../../api.ts";

const mine = queryOf(api.purchases.mine);

/**
 * Takes a ticket. One press has one key; when the answer is lost the next press sends the same key again, so that a place
 * that was already taken is not refused as a second one (rules §1).
 */
export function useReserve(onTaken: (purchase: Purchase) => void) {
  const queries = useQueryClient();
  const keys = useRef(new Map<number, string>());
  const isBusy = useRef(false);
  const mutation = useMutation({
    mutationFn: (ticket: Ticket) => {
      const key = keys.current.get(ticket.id) ?? randomKey();
      keys.current.set(ticket.id, key);
      return call(api.purchases.reserve, { body: { ticketId: ticket.id } }, { idempotencyKey: key });
    },
    onSuccess: (purchase) => {
      queries.setQueryData(mine.queryKey, (now) => [...(now ?? []).filter(({ id }) => id !== purchase.id), purchase]);
      onTaken(purchase);
    },
    onSettled: (_purchase, error, ticket) => {
      isBusy.current = false;
      if (isLost(error)) return;
      keys.current.delete(ticket.id);
      void queries.invalidateQueries({ queryKey: keyOf(api.tickets.list) });
      void queries.invalidateQueries({ queryKey: mine.queryKey });
    },
  });
  return {
    ...mutation,
    /** One at a time: a second tap comes before the screen can show that the first is on its way. */
    press: (ticket: Ticket) => {
      if (isBusy.current) return;
      isBusy.current = true;
      mutation.mutate(ticket);
    },
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
