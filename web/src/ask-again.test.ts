import { api } from "@saha/contract";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Offline, queryOf, Refusal } from "./api.ts";
import { askAgain } from "./ask-again.ts";
import { dropTokens, keepTokens } from "./tokens.ts";

const refused = (status: number, code: string, retryAfter: number | null = null) =>
  new Refusal(status, { code, message: "x", issues: [] } as never, retryAfter);
const busy = (retryAfter: number | null = null) => refused(503, "server.busy", retryAfter);
const moments = vi.spyOn(Math, "random");

beforeEach(() => {
  vi.useFakeTimers();
  moments.mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => moments.mockRestore());

/** Asks a server that always refuses alike; says the seconds from each call to the next, and what came of it. */
async function askInVain(cause: unknown, signal = new AbortController().signal) {
  const at: number[] = [];
  const ask = () => {
    at.push(Date.now());
    return Promise.reject(cause);
  };
  const ended = askAgain(ask, signal).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return { waits: at.slice(1).map((time, n) => (time - (at[n] ?? 0)) / 1000), calls: at.length, error: await ended };
}

describe("a reading that is refused for now", () => {
  test.each([
    ["server.busy", 503],
    ["server.database_down", 503],
    ["request.too_many", 429],
  ])("is asked again three times, less and less often: %s", async (code, status) => {
    const cause = refused(status, code);
    expect(await askInVain(cause)).toEqual({ waits: [1, 2, 4], calls: 4, error: cause });
  });

  test.each([
    [5, 5],
    [0, 1],
    [3600, 30],
  ])("is asked again when the server says so: of %i s after %i", async (told, waited) => {
    expect((await askInVain(busy(told))).waits).toEqual([waited, waited, waited]);
  });

  test("does not come back with a whole hall at one moment", async () => {
    moments.mockReturnValueOnce(0.25).mockReturnValueOnce(0.5).mockReturnValueOnce(1);
    expect((await askInVain(busy())).waits).toEqual([1.25, 3, 8]);
    moments.mockReturnValue(0.5);
    expect((await askInVain(busy(10))).waits).toEqual([15, 15, 15]);
  });

  test("is let be once nobody wants it any more", async () => {
    const given = new AbortController();
    setTimeout(() => given.abort(), 500);
    expect(await askInVain(busy(), given.signal)).toMatchObject({ calls: 1, error: { name: "AbortError" } });
  });
});

test.each([
  ["a final refusal", refused(404, "booth.not_found")],
  ["a fault of the server", refused(500, "server.failed")],
  ["a proxy's page", new Refusal(503, null, 1)],
  ["no answer", new Offline("x")],
])("%s is not asked again here", async (_, cause) => {
  expect(await askInVain(cause)).toEqual({ waits: [], calls: 1, error: cause });
});

describe("a query", () => {
  const query = queryOf(api.queue.mine);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let answers: Response[];
  let leave: () => void;
  const row = [{ id: 9 }];
  const data = () => new Response(JSON.stringify({ data: row }));
  const notNow = () => new Response(JSON.stringify({ code: "server.busy", message: "busy" }), { status: 503 });
  const show = () => {
    leave = new QueryObserver(queries, query).subscribe(() => {});
  };
  const state = () => queries.getQueryState(query.queryKey);

  beforeEach(() => {
    keepTokens({ access: "a", refresh: "r" });
    vi.stubGlobal("fetch", () => Promise.resolve(answers.shift()));
  });
  afterEach(() => {
    leave();
    queries.clear();
    dropTokens();
    vi.unstubAllGlobals();
  });

  test("that shows an answer keeps it and is asked again without a word", async () => {
    answers = [data(), notNow(), notNow(), data()];
    show();
    await vi.advanceTimersByTimeAsync(10);
    expect(state()).toMatchObject({ status: "success", data: row });
    void queries.invalidateQueries();
    await vi.advanceTimersByTimeAsync(2900);
    expect(answers).toHaveLength(1);
    expect(state()).toMatchObject({ status: "success", error: null, data: row });
    await vi.advanceTimersByTimeAsync(200);
    expect(answers).toHaveLength(0);
    expect(state()).toMatchObject({ status: "success", dataUpdateCount: 2 });
  });

  test("that shows nothing yet says so at once", async () => {
    answers = [notNow(), data()];
    show();
    await vi.advanceTimersByTimeAsync(10);
    expect(state()).toMatchObject({ status: "error", error: { code: "server.busy" } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(answers).toHaveLength(1);
  });
});
