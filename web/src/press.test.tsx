import { api } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Offline, Refusal } from "./api.ts";
import { useKeptPress } from "./kept-press.ts";
import { usePress } from "./press.ts";
import { setLanguage } from "./text/language.ts";

const ticket = { body: { ticketId: 4 } };
const other = { body: { ticketId: 5 } };
/** What the server does with each call in turn, and the keys that it saw. */
let answers: (() => Promise<Response> | Response)[];
let keys: string[];

const answer = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status });
const taken = answer(201, { data: { id: 9 } });
const refused = (code: string, status = 409) => answer(status, { code, message: "No", requestId: "1" });
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

beforeEach(() => {
  setLanguage("en");
  keys = [];
  answers = [];
  vi.stubGlobal("fetch", async (_url: string, { headers, signal }: RequestInit) => {
    keys.push((headers as Record<string, string>)["idempotency-key"] ?? "");
    const next = answers.shift();
    if (!next) throw new Error("Asked once too often");
    const aborted = new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    return Promise.race([next(), aborted]);
  });
});

const queries = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
);
const open = (options: Parameters<typeof usePress<typeof api.purchases.reserve>>[1] = {}) =>
  renderHook(() => usePress(api.purchases.reserve, options), { wrapper }).result;

test("a press whose answer was lost is sent again under its own key", async () => {
  answers = [lost, taken];
  const onDone = vi.fn();
  const hook = open({ onDone });
  await act(() => hook.current.press(ticket));
  expect(hook.current.of(ticket)?.error).toBeInstanceOf(Offline);
  await act(() => hook.current.press(ticket));
  expect(hook.current.of(ticket)).toMatchObject({ isPending: false, data: { id: 9 } });
  expect(keys[0]).toMatch(/\S{16,}/);
  expect(keys[1]).toBe(keys[0]);
  expect(onDone).toHaveBeenCalledExactlyOnceWith({ id: 9 }, { body: { ticketId: 4 } });
});

test.each([
  ["a proxy's page", answer(502, "bad gateway")],
  ["the first one still running", refused("idempotency.running")],
  ["a server that is busy", refused("server.busy", 503)],
])("%s decides nothing: the key stays", async (_, undecided) => {
  answers = [undecided, taken];
  const hook = open();
  await act(() => hook.current.press(ticket));
  await act(() => hook.current.press(ticket));
  expect(keys[1]).toBe(keys[0]);
});

test("an answer that is not whole is a lost one", async () => {
  answers = [answer(201, { data: {} }), taken];
  const hook = open({ isWhole: ({ id }) => id !== undefined });
  await act(() => hook.current.press(ticket));
  expect(hook.current.of(ticket)?.error).toBeInstanceOf(Refusal);
  await act(() => hook.current.press(ticket));
  expect(hook.current.of(ticket)?.data).toEqual({ id: 9 });
  expect(keys[1]).toBe(keys[0]);
});

test("after success and after a refusal the next press is another one", async () => {
  answers = [refused("ticket.sold_out"), taken, taken];
  const hook = open();
  await act(() => hook.current.press(ticket));
  expect(hook.current.of(ticket)?.error).toMatchObject({ code: "ticket.sold_out", message: "No" });
  await act(() => hook.current.press(ticket));
  await act(() => hook.current.press(ticket));
  expect(new Set(keys).size).toBe(3);
});

test("a second tap is ignored while the first is on its way, and other requests are not", async () => {
  const arrived = Promise.withResolvers<Response>();
  answers = [() => arrived.promise, taken];
  const hook = open();
  await act(async () => {
    void hook.current.press(ticket);
    void hook.current.press(ticket);
    await hook.current.press(other);
  });
  expect(keys).toHaveLength(2);
  expect(hook.current.of(ticket)).toMatchObject({ isPending: true });
  expect(hook.current.of(other)).toMatchObject({ isPending: false });
  await act(async () => arrived.resolve(taken()));
  expect(hook.current.of(ticket)).toMatchObject({ isPending: false });
});

test("lists are fetched again once the server has decided, not while nobody knows", async () => {
  answers = [lost, refused("ticket.sold_out")];
  const invalidate = vi.spyOn(queries, "invalidateQueries");
  const hook = open({ refetch: [api.tickets.list] });
  await act(() => hook.current.press(ticket));
  expect(invalidate).not.toHaveBeenCalled();
  await act(() => hook.current.press(ticket));
  expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey: ["/ticket"] });
});

test("a press that hangs is given up after its time, and keeps its key", async () => {
  answers = [() => new Promise(() => {}), taken];
  const hook = open({ timeout: 20 });
  await act(() => hook.current.press(ticket));
  expect(hook.current.of(ticket)?.error).toMatchObject({ message: "The server did not answer in time." });
  await act(() => hook.current.press(ticket));
  expect(keys[1]).toBe(keys[0]);
});

test("a forgotten press stays forgotten when its answer comes, and the same request is another press", async () => {
  const arrived = Promise.withResolvers<Response>();
  answers = [() => arrived.promise, lost, taken];
  const hook = open();
  await act(async () => void hook.current.press(ticket));
  act(() => hook.current.forget(ticket));
  await act(async () => arrived.resolve(taken()));
  expect(hook.current.of(ticket)).toBeUndefined();
  await act(() => hook.current.press(ticket));
  act(() => hook.current.forget(ticket));
  await act(() => hook.current.press(ticket));
  expect(new Set(keys).size).toBe(3);
});

describe("a press whose key is kept beyond its screen", () => {
  afterEach(() => sessionStorage.clear());
  const staff = 11;
  /** Opens the screen anew, as after a reload. */
  const reopen = (userId = staff) => renderHook(() => useKeptPress(api.purchases.reserve, userId), { wrapper }).result;
  async function pressAnew(request = ticket, userId = staff) {
    const hook = reopen(userId);
    await act(() => hook.current.press(request));
  }

  test("goes out under it on the next screen, until it is decided", async () => {
    answers = [lost, lost, taken, taken];
    await pressAnew();
    const again = reopen();
    expect(again.current.isUndecided(ticket)).toBe(true);
    expect(again.current.isUndecided(other)).toBe(false);
    await act(() => again.current.press(ticket));
    const last = reopen();
    await act(() => last.current.press(ticket));
    expect(last.current.isUndecided(ticket)).toBe(false);
    const fresh = reopen();
    expect(fresh.current.isUndecided(ticket)).toBe(false);
    await act(() => fresh.current.press(ticket));
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });

  test("has left it before it was sent, for the screen may go meanwhile", async () => {
    const arrived = Promise.withResolvers<Response>();
    answers = [() => arrived.promise, refused("idempotency.running"), taken];
    const first = reopen();
    await act(async () => void first.current.press(ticket));
    expect(first.current.isUndecided(ticket)).toBe(false);
    const next = reopen();
    expect(next.current.isUndecided(ticket)).toBe(true);
    await act(() => next.current.press(ticket));
    await act(() => next.current.press(ticket));
    expect(new Set(keys).size).toBe(1);
    await act(async () => arrived.resolve(taken()));
  });

  test("is another one after a refusal, but for a session that ended after a lost answer", async () => {
    answers = [lost, refused("auth.required", 401), refused("ticket.sold_out"), refused("auth.required", 401), taken];
    for (let sent = 0; sent < 5; sent++) await pressAnew();
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(new Set(keys.slice(2)).size).toBe(3);
  });

  test("is not found by another account, nor by another request", async () => {
    answers = [lost, taken, taken];
    await pressAnew();
    expect(reopen(12).current.isUndecided(ticket)).toBe(false);
    await pressAnew(ticket, 12);
    await pressAnew(other);
    expect(new Set(keys).size).toBe(3);
    expect(reopen().current.isUndecided(ticket)).toBe(true);
  });
});
