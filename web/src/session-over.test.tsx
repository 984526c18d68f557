import { api, Role, type User } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { FormEvent, ReactNode } from "react";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { call } from "./api.ts";
import { usePress } from "./press.ts";
import { askUserAnew, currentUser, enter, logout, logoutEverywhere, renewUser, setUser } from "./session.ts";
import { dropTokens, keepTokens, readTokens } from "./tokens.ts";
import { useForm } from "./ui/form/use-form.ts";

const noura = { id: 7, username: "noura", name: "Noura", roleId: Role.User } as User;
const fahad = { id: 8, username: "fahad", name: "Fahad", roleId: Role.User } as User;

/** Answers the call that is on its way. */
let arrive: (response: Response | Promise<never>) => void;
let asked: string[];
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
/** Lets everything that waits for an answer have it. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)));

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url);
    if (url.endsWith("/logout")) return Promise.resolve(answer(200, { data: {} }));
    return new Promise<Response>((resolve) => {
      arrive = resolve;
    });
  });
  enter({ user: noura, accessToken: "a", refreshToken: "of noura" });
});
afterEach(() => {
  dropTokens();
  setUser(null);
  vi.unstubAllGlobals();
});

// Whether the session was asked for stands in a module that other files share.
afterAll(() => vi.resetModules());

const others: [who: string, come: () => Promise<void>][] = [
  ["nobody", () => logout()],
  [
    "another person",
    async () => {
      await logout();
      enter({ user: fahad, accessToken: "b", refreshToken: "of fahad" });
    },
  ],
  [
    "the same person again",
    async () => {
      await logout();
      enter({ user: noura, accessToken: "c", refreshToken: "of noura's next session" });
    },
  ],
];
const ends: [what: string, response: () => Response | Promise<never>][] = [
  ["a success", () => answer(201, { data: { id: 9 } })],
  ["a refusal", () => answer(409, { code: "ticket.sold_out", message: "No", requestId: "1" })],
  ["a lost one", () => Promise.reject(new TypeError("Failed to fetch"))],
];

test.each(others.flatMap(([who, come]) => ends.map(([what, response]) => ({ who, come, what, response }))))(
  "$what that comes to $who does nothing after a press",
  async ({ come, response }) => {
    const queries = new QueryClient();
    const invalidate = vi.spyOn(queries, "invalidateQueries");
    const [onDone, onFailed] = [vi.fn(), vi.fn()];
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    );
    const options = { onDone, onFailed, refetch: [api.tickets.list] };
    const { result } = renderHook(() => usePress(api.purchases.reserve, options), { wrapper });
    await act(async () => void result.current.press({ body: { ticketId: 4 } }));
    await act(come);
    arrive(response());
    await settle();
    for (const effect of [onDone, onFailed, invalidate]) expect(effect).not.toHaveBeenCalled();
  },
);

test.each(others)("what a form sent that is answered to %s goes no further", async (_, come) => {
  const after = vi.fn();
  const send = () => call(api.surveys.answer, { body: { questionId: 1, answer: "x" } }).then(after, after);
  const { result } = renderHook(() => useForm({ values: { answer: "x" }, send }));
  await act(async () => void result.current.props.onSubmit({ preventDefault() {} } as FormEvent));
  await act(come);
  arrive(answer(200, { data: { answer: "x" } }));
  await settle();
  expect(asked[0]).toBe("/api/survey-answer");
  expect(after).not.toHaveBeenCalled();
});

test("a form that is being checked when its person leaves sends nothing as the next one", async () => {
  const checks = Promise.withResolvers<z.ZodMiniType>();
  const send = vi.fn(async () => {});
  const { result } = renderHook(() => useForm({ values: { answer: "x" }, schema: () => checks.promise, send }));
  await act(async () => void result.current.props.onSubmit({ preventDefault() {} } as FormEvent));
  await act(logout);
  enter({ user: fahad, accessToken: "b", refreshToken: "of fahad" });
  checks.resolve(z.object({ answer: z.string() }));
  await settle();
  expect(send).not.toHaveBeenCalled();
});

test("a renewed access token is no other session: its answer arrives", async () => {
  const done = vi.fn();
  void call(api.purchases.reserve, { body: { ticketId: 4 } }, { idempotencyKey: "k" }).then(done);
  keepTokens({ access: "renewed", refresh: "of noura" });
  arrive(answer(201, { data: { id: 9 } }));
  await settle();
  expect(done).toHaveBeenCalledExactlyOnceWith({ id: 9 });
});

test("what is read is answered whoever is here, since screens wait for it", async () => {
  const done = vi.fn();
  void call(api.themes.main).then(done);
  dropTokens();
  arrive(answer(200, { data: { id: 1 } }));
  await settle();
  expect(done).toHaveBeenCalledExactlyOnceWith({ id: 1 });
});

test("the account of an answer is shown to its own person alone", async () => {
  renewUser({ ...noura, name: "Noura A." });
  expect(currentUser()?.name).toBe("Noura A.");
  await logout();
  renewUser(noura);
  expect(currentUser()).toBeNull();
  expect(localStorage.getItem("user")).toBeNull();
  enter({ user: fahad, accessToken: "b", refreshToken: "of fahad" });
  renewUser(noura);
  expect(currentUser()).toEqual(fahad);
});

test.each(others)("an account that was asked for anew comes too late for %s", async (_, come) => {
  void askUserAnew();
  await come();
  const before = currentUser();
  arrive(answer(200, { data: { ...noura, name: "Noura A." } }));
  await settle();
  expect(currentUser()).toEqual(before);
});

test("signing out everywhere signs out nobody who came after it", async () => {
  void logoutEverywhere();
  await logout();
  enter({ user: fahad, accessToken: "b", refreshToken: "of fahad" });
  arrive(answer(200, { data: { count: 2 } }));
  await settle();
  expect(readTokens()?.refresh).toBe("of fahad");
  expect(currentUser()).toEqual(fahad);
});

/** Opens a tab of noura's; `look` is what it does once it is seen, `hear` what it does when another tab signs in. */
async function openTab() {
  // Files of one worker share a document: the tabs of others would look too.
  vi.resetModules();
  const listening = vi.spyOn(document, "addEventListener");
  const hearing = vi.spyOn(window, "addEventListener");
  const [tab, tokens] = [await import("./session.ts"), await import("./tokens.ts")];
  const look = listening.mock.calls.findLast(([name]) => name === "visibilitychange")?.[1] as () => void;
  const hear = hearing.mock.calls.findLast((call) => String(call[0]) === "storage")?.[1] as unknown as (
    event: StorageEvent,
  ) => void;
  listening.mockRestore();
  hearing.mockRestore();
  tab.enter({ user: noura, accessToken: "a", refreshToken: "of noura" });
  return { tab, tokens, look, hear };
}

test("a tab that can't ask whose the session is goes on as whom another tab signed in, at once", async () => {
  const { tab, tokens, look } = await openTab();
  tokens.keepTokens({ access: "b", refresh: "of fahad" });
  localStorage.setItem("user", JSON.stringify(fahad));
  look();
  expect(tab.currentUser()).toEqual(fahad);
  arrive(Promise.reject(new TypeError("Failed to fetch")));
  await settle();
  expect(tab.currentUser()).toEqual(fahad);
  expect(tab.howLeft()).toBeUndefined();
});

test("a tab that heard of the tokens before the account finds it out though the server can't be asked", async () => {
  const { tab, tokens, hear } = await openTab();
  tokens.keepTokens({ access: "b", refresh: "of fahad" });
  hear(new StorageEvent("storage", { key: "refresh_token", newValue: "of fahad" }));
  localStorage.setItem("user", JSON.stringify(fahad));
  arrive(Promise.reject(new TypeError("Failed to fetch")));
  await vi.waitFor(() => expect(tab.currentUser()).toEqual(fahad));
});

test("a tab that heard nothing of another one's account finds it out once it is seen", async () => {
  const { tab, tokens, look } = await openTab();
  look();
  expect(asked).toEqual([]);
  tokens.keepTokens({ access: "b", refresh: "of fahad" });
  localStorage.setItem("user", JSON.stringify(fahad));
  look();
  expect(asked).toEqual(["/api/auth/me"]);
  arrive(answer(200, { data: fahad }));
  await vi.waitFor(() => expect(tab.currentUser()).toEqual(fahad));
  tokens.dropTokens();
  localStorage.removeItem("user");
  look();
  expect(tab.currentUser()).toBeNull();
});
