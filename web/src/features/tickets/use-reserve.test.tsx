import { api, type Purchase, type Ticket } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { queryOf } from "../../api.ts";
import { keepTokens } from "../../tokens.ts";
import { useReserve } from "./use-reserve.ts";

const { queryKey } = queryOf(api.purchases.mine);

it("keeps the key of a press whose answer was lost until the own tickets change", async () => {
  keepTokens({ access: "a", refresh: "r" });
  const keys: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get("idempotency-key"));
    throw new TypeError("the line is lost");
  });
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(queryKey, []);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useReserve(() => {}), { wrapper });
  const press = () => act(async () => void (await result.current.press({ id: 3 } as Ticket)));
  await press();
  await press();
  // It counted, as news says, and was given back on another device.
  queries.setQueryData(queryKey, [{ id: 9, ticketId: 3 } as Purchase]);
  queries.setQueryData(queryKey, []);
  await press();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it("takes a ticket at the price and on the day that are shown, and says on its card when they are others", async () => {
  keepTokens({ access: "a", refresh: "r" });
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    if (!body) return Response.json({ data: [] });
    bodies.push(JSON.parse(String(body)));
    return Response.json({ code: "ticket.changed", message: "Changed", requestId: "1" }, { status: 409 });
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useReserve(() => {}), { wrapper });
  const shown = { id: 3, price: 0, day: "2026-11-29" } as Ticket;
  const now = { ...shown, price: 150 };
  await act(async () => void (await result.current.press(shown)));
  expect(result.current.of(now)?.error).toMatchObject({ code: "ticket.changed" });
  await act(async () => void (await result.current.press(now)));
  expect(bodies).toEqual([
    { ticketId: 3, price: 0, day: "2026-11-29" },
    { ticketId: 3, price: 150, day: "2026-11-29" },
  ]);
});
