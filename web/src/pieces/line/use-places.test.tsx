import { Role, type User } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";

// Files of one worker share what they import; a phone picks its time between two looks when it opens the page.
const random = vi.spyOn(Math, "random").mockReturnValue(0.5);
vi.resetModules();
const { setUser } = await import("../../session.ts");
const { dropTokens, keepTokens } = await import("../../tokens.ts");
const { usePlaces } = await import("./use-places.ts");
afterAll(() => {
  random.mockRestore();
  vi.resetModules();
});

const noura = { id: 5, username: "noura", roleId: Role.User } as User;
const entry = { id: 9, gameId: 3, state: "called", answer: null, callExpiresAt: null };
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
let isBusy: boolean;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  [isBusy, asked] = [false, []];
  keepTokens({ access: "a", refresh: "r" });
  setUser(noura);
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    if (isBusy) return new Response(JSON.stringify({ code: "server.busy", message: "busy" }), { status: 503 });
    return new Response(JSON.stringify({ data: path.endsWith("slots") ? [] : [entry] }));
  });
});
afterEach(() => {
  queries.clear();
  dropTokens();
  setUser(null);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Reads the places as a screen does; `seen` is each state that it was drawn in. */
async function show() {
  const seen: ReturnType<typeof usePlaces>[] = [];
  const wrapper = (props: { children: ReactNode }) => <QueryClientProvider client={queries} {...props} />;
  const { result } = renderHook(() => seen[seen.push(usePlaces()) - 1], { wrapper });
  await pass(50);
  return { places: () => result.current?.places, seen };
}

test("places that were refused for now are looked for until they are known, and then no more", async () => {
  isBusy = true;
  const { places, seen } = await show();
  expect(seen.at(-1)).toEqual({ places: undefined, isSettled: true, isError: true });
  const before = seen.length;
  await pass(45_000);
  expect(places()).toBeUndefined();
  // Nothing gives way to a skeleton at each look.
  for (const one of seen.slice(before)) expect(one).toEqual({ places: undefined, isSettled: true, isError: true });
  isBusy = false;
  await pass(15_100);
  expect(places()).toMatchObject([{ id: 9, state: "called" }]);
  const calls = asked.length;
  await pass(60_000);
  expect(asked).toHaveLength(calls);
});

test("places that could not be read again, however often they were asked for, are looked for until they are", async () => {
  const { places } = await show();
  expect(places()).toHaveLength(1);
  isBusy = true;
  void queries.invalidateQueries();
  await pass(30_000);
  expect(places()).toHaveLength(1);
  expect(asked.length).toBeGreaterThanOrEqual(2 + 2 * 4);
  isBusy = false;
  asked = [];
  await pass(35_000);
  expect(asked.toSorted()).toEqual(["/api/user/5/slots", "/api/user/queues"]);
});

test.each([
  [0, 10_000],
  [0.99, 19_900],
])("phones that lose their news together do not look together: %d", async (moment, ms) => {
  isBusy = true;
  random.mockReturnValue(moment);
  vi.resetModules();
  const phone = await import("./use-places.ts");
  const { keepTokens } = await import("../../tokens.ts");
  keepTokens({ access: "a", refresh: "r" });
  (await import("../../session.ts")).setUser(noura);
  const wrapper = (props: { children: ReactNode }) => <QueryClientProvider client={queries} {...props} />;
  const began = Date.now();
  const at: number[] = [];
  vi.stubGlobal("fetch", async () => {
    at.push(Date.now() - began);
    return new Response(JSON.stringify({ code: "server.busy", message: "busy" }), { status: 503 });
  });
  renderHook(() => phone.usePlaces(), { wrapper });
  await pass(ms + 500);
  expect(at.filter((each) => each > 1000)).toEqual([ms, ms]);
});
