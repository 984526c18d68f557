import { api, type Endpoint, type Request, Role } from "@saha/contract";
import { QueryObserver } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const said = vi.hoisted(() => ({ toast: vi.fn(async () => {}) }));
vi.mock("../ui/toast/toast.ts", () => said);
// Files of one worker share what they import; this one's toast is its own.
vi.resetModules();
const { queryOf } = await import("../api.ts");
const { currentUser, setUser } = await import("../session.ts");
const { dropTokens, keepTokens } = await import("../tokens.ts");
const { listenersOf } = await import("./news.ts");
const { queryClient } = await import("./queries.ts");
const { setSpinning, useSpinning } = await import("./spinning.ts");
afterAll(() => void vi.resetModules());

/** What was asked of the server and not answered yet, in order. */
let asked: { path: string; answer: (data: unknown) => void }[];
type Person = Parameters<typeof listenersOf>[0];
const player: Person = { id: 5, roleId: Role.User };
const leave: (() => void)[] = [];

beforeEach(() => {
  asked = [];
  keepTokens({ access: "a", refresh: "r" });
  vi.stubGlobal("fetch", (path: string, { signal }: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener("abort", () => reject(signal.reason));
    asked.push({ path, answer: (data) => resolve(new Response(JSON.stringify({ data }))) });
    return promise;
  });
});
afterEach(() => {
  for (const one of leave.splice(0)) one();
  queryClient.clear();
  setUser(null);
  vi.unstubAllGlobals();
});

/** Shows what an endpoint answers, as a screen does, and says what is shown now. */
function show<E extends Endpoint>(endpoint: E, request?: Request<E>) {
  const query = queryOf(endpoint, request);
  leave.push(new QueryObserver(queryClient, query as never).subscribe(() => {}));
  return (): unknown => queryClient.getQueryData(query.queryKey);
}

const soon = (turn: number, path: string) => expect.poll(() => asked[turn]?.path).toBe(path);
const slot = { gameId: 3, queueId: 9, number: 7, state: "waiting", wait: null };
const row = { id: 9, gameId: 3, number: 7, state: "called" };
const playing = { ...row, state: "playing" };
const lineMoved = { message: "", gameId: 3, boothId: 1, line: [7, 7], isWhole: true, pace: null };
const entryMoved = { message: "", queueId: 9, gameId: 3, boothId: 1, entry: playing as never };

const places = {
  shown: () => show(api.queue.slots, { params: { id: "5" } }),
  path: "/api/user/5/slots",
  older: [{ ...slot, slot: 2 }],
  newer: [{ ...slot, slot: 1 }],
  tell: () => listenersOf(player)["Queue:line"]?.(lineMoved),
};
const rows = {
  shown: () => show(api.queue.list),
  path: "/api/queue",
  older: [row],
  newer: [playing],
  tell: () => listenersOf({ id: 1, roleId: Role.GameAdmin })["Queue:entry"]?.(entryMoved),
};
test("news of the own places is put on top of the first answer, and of one that is older, which nobody breaks off", async () => {
  const shown = places.shown();
  await soon(0, places.path);
  places.tell();
  places.tell();
  asked[0]?.answer(places.older);
  await expect.poll(shown).toEqual(places.newer);
  void queryClient.invalidateQueries();
  await soon(1, places.path);
  places.tell();
  asked[1]?.answer(places.older);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(shown()).toEqual(places.newer);
  expect(asked).toHaveLength(2);
});

test("a line of which the beginning is told moves nobody who stands behind that", async () => {
  const shown = places.shown();
  await soon(0, places.path);
  asked[0]?.answer(places.older);
  await expect.poll(shown).toEqual(places.older);
  const tell = (line: number[], isWhole: boolean) =>
    listenersOf(player)["Queue:line"]?.({ ...lineMoved, line, isWhole });
  tell([1, 5], false);
  expect(shown()).toEqual(places.older);
  tell([1, 5, 9, 9], false);
  expect(shown()).toEqual([{ ...slot, slot: null }]);
  tell([1, 7], false);
  expect(shown()).toEqual([{ ...slot, slot: 7 }]);
  tell([1, 5], true);
  expect(shown()).toEqual([{ ...slot, slot: null }]);
});

test("news of the staff's list is put on top of its first answer, and of one that is older", async () => {
  const shown = rows.shown();
  await soon(0, rows.path);
  rows.tell();
  asked[0]?.answer(rows.older);
  await expect.poll(shown, { timeout: 5_000 }).toEqual(rows.newer);
  void queryClient.invalidateQueries();
  await soon(1, rows.path);
  rows.tell();
  asked[1]?.answer(rows.older);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.poll(shown, { timeout: 5_000 }).toEqual(rows.newer);
  expect(asked).toHaveLength(2);
});

test("without an answer on its way news of a line asks nobody", async () => {
  const shown = places.shown();
  await soon(0, places.path);
  asked[0]?.answer(places.older);
  await expect.poll(shown).toEqual(places.older);
  places.tell();
  expect(shown()).toEqual(places.newer);
  expect(asked).toHaveLength(1);
});

test("a queue screen asks for its list again once the socket is open", async () => {
  const shown = rows.shown();
  await soon(0, rows.path);
  asked[0]?.answer(rows.older);
  await expect.poll(shown).toEqual(rows.older);
  listenersOf({ id: 1, roleId: Role.BoothAdmin }).opened();
  await soon(1, rows.path);
});

test("a phone asks for its tickets again once the socket is open: the gate may have let one in meanwhile", async () => {
  show(api.purchases.mine);
  await soon(0, "/api/ticket-purchase/me");
  asked[0]?.answer([]);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  listenersOf(player).opened();
  await soon(1, "/api/ticket-purchase/me");
});

describe("at a return of the socket", () => {
  const player5 = {
    who: player,
    first: () => [show(api.queue.mine), show(api.queue.slots, { params: { id: "5" } })],
    paths: ["/api/user/5/slots", "/api/user/queues"],
  };
  const staff = { who: { id: 1, roleId: Role.GameAdmin }, first: () => [show(api.queue.list)], paths: ["/api/queue"] };
  const people = { "a player's places": player5, "the staff's line": staff };
  const paths = () => asked.map(({ path }) => path).toSorted();
  /** Answers all that was asked. */
  async function answer(): Promise<void> {
    for (const one of asked.splice(0)) one.answer([]);
    await vi.advanceTimersByTimeAsync(10);
  }

  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, "random").mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.spyOn(Math, "random").mockRestore();
    vi.useRealTimers();
  });

  test.each(Object.entries(people))("%s are asked for at once, the rest at a moment of its own", async (_, person) => {
    person.first();
    show(api.booths.list);
    show(api.purchases.mine);
    await vi.advanceTimersByTimeAsync(10);
    await answer();
    listenersOf(person.who).missed();
    await vi.advanceTimersByTimeAsync(2400);
    expect(paths()).toEqual(person.paths);
    await answer();
    await vi.advanceTimersByTimeAsync(100);
    expect(paths()).toEqual(["/api/booth", "/api/ticket-purchase/me"]);
    await answer();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(paths()).toEqual([]);
  });

  test.each(Object.entries(people))(
    "lost between processes %s are asked for, a hall's not at once",
    async (_, person) => {
      person.first();
      await vi.advanceTimersByTimeAsync(10);
      await answer();
      const isPlayer = person.who.roleId === Role.User;
      listenersOf(person.who)["News:missed"]?.({ message: "" });
      await vi.advanceTimersByTimeAsync(2400);
      expect(paths()).toEqual(isPlayer ? [] : person.paths);
      await vi.advanceTimersByTimeAsync(200);
      expect(paths()).toEqual(person.paths);
    },
  );

  test("what nobody shows is asked for once a screen shows it", async () => {
    show(api.booths.list);
    await vi.advanceTimersByTimeAsync(10);
    await answer();
    for (const one of leave.splice(0)) one();
    listenersOf(player).missed();
    await vi.advanceTimersByTimeAsync(1000);
    expect(paths()).toEqual([]);
    show(api.booths.list);
    await vi.advanceTimersByTimeAsync(10);
    expect(paths()).toEqual(["/api/booth"]);
  });

  test("a socket that comes and goes has the rest asked for once", async () => {
    show(api.booths.list);
    await vi.advanceTimersByTimeAsync(10);
    await answer();
    const { missed } = listenersOf(player);
    for (let turn = 0; turn < 3; turn++) {
      missed();
      await vi.advanceTimersByTimeAsync(1000);
    }
    await vi.advanceTimersByTimeAsync(20_000);
    expect(paths()).toEqual(["/api/booth"]);
  });

  test.each([
    ["the person signs out", () => dropTokens()],
    ["another session begins", () => keepTokens({ access: "b", refresh: "s" })],
  ])("the rest is not asked for when %s meanwhile", async (_, change) => {
    show(api.booths.list);
    await vi.advanceTimersByTimeAsync(10);
    await answer();
    listenersOf(player).missed();
    await vi.advanceTimersByTimeAsync(1000);
    change();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(paths()).toEqual([]);
  });
});

describe("news for a whole hall", () => {
  const staff: Person = { id: 1, roleId: Role.Admin };
  const paths = () => asked.map(({ path }) => path).toSorted();
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  /** Shows what endpoints answer, and waits until it is here. */
  async function shown(...endpoints: Endpoint[]): Promise<void> {
    for (const endpoint of endpoints) show(endpoint);
    await pass(10);
    for (const one of asked.splice(0)) one.answer([]);
    await pass(10);
  }

  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, "random").mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.mocked(Math.random).mockRestore();
    vi.useRealTimers();
  });

  const toAll = {
    "giveaways that changed": {
      of: [api.polls.list],
      tell: (who: Person) => listenersOf(who)["Poll:changed"]?.({ message: "", boothId: 1 }),
    },
    "a booth that changed": {
      of: [api.booths.list, api.games.list],
      tell: (who: Person) => listenersOf(who)["Booth:changed"]?.({ message: "", boothId: 1 }),
    },
  };

  test.each(Object.entries(toAll))("%s: each phone asks at a moment of its own, the staff at once", async (_, news) => {
    await shown(...news.of);
    news.tell(player);
    await pass(2400);
    expect(paths()).toEqual([]);
    await pass(200);
    expect(paths()).toHaveLength(news.of.length);
    for (const one of asked.splice(0)) one.answer([]);
    await pass(10_000);
    news.tell(staff);
    await pass(10);
    expect(paths()).toHaveLength(news.of.length);
  });

  test("an own ticket that changed is asked for at once, one that changed for many at a moment of its own", async () => {
    await shown(api.purchases.mine);
    const tell = listenersOf(player)["Ticket:changed"];
    tell?.({ message: "", ticketId: 1, isForMany: true });
    await pass(2400);
    expect(paths()).toEqual([]);
    tell?.({ message: "", ticketId: 1, isForMany: false });
    await pass(10);
    expect(paths()).toEqual(["/api/ticket-purchase/me"]);
  });

  test("what is said again meanwhile is asked for once, and what a screen opens meanwhile at once", async () => {
    await shown(api.polls.list, api.polls.entries);
    const tell = listenersOf(player)["Poll:changed"];
    for (let turn = 0; turn < 3; turn++) {
      tell?.({ message: "", boothId: 1 });
      await pass(800);
    }
    expect(paths()).toEqual([]);
    show(api.polls.list);
    await pass(10);
    expect(paths()).toEqual(["/api/poll"]);
    for (const one of asked.splice(0)) one.answer([]);
    await pass(10_000);
    expect(paths()).toEqual(["/api/poll"]);
  });

  test("a request under way is not broken off; its answer, which may be older, is asked for once more", async () => {
    await shown(api.polls.list);
    void queryClient.invalidateQueries();
    listenersOf(player)["Poll:changed"]?.({ message: "", boothId: 1 });
    await pass(5000);
    expect(paths()).toEqual(["/api/poll"]);
    asked[0]?.answer([{ id: 1 }]);
    await pass(10);
    expect(queryClient.getQueryData(queryOf(api.polls.list).queryKey)).toEqual([{ id: 1 }]);
    expect(paths()).toEqual(["/api/poll", "/api/poll"]);
    asked[1]?.answer([{ id: 2 }]);
    await pass(10_000);
    expect(paths()).toHaveLength(2);
  });

  test("a draw begins and ends on an open giveaway by the news alone", async () => {
    const poll = show(api.polls.get, { params: { id: "7" } });
    await pass(10);
    asked
      .splice(0)[0]
      ?.answer({ id: 7, spinningUntil: null, lastWinner: null, renderTime: 0, entries: 3, joined: true });
    await pass(10);
    const { "Poll:spinning": begin, "Poll:userPollWin": end } = listenersOf(player);
    const endsAt = "2026-10-29T18:00:10.000Z";
    const draw = { message: "", boothId: 1, drawId: 3, pollId: 7, name: "Chair", entries: 2, renderTime: 10, endsAt };
    begin?.(draw);
    expect(poll()).toMatchObject({ spinningUntil: endsAt, renderTime: 10, entries: 3, joined: true });
    expect(renderHook(() => useSpinning()).result.current).toMatchObject({ id: 7, entries: 2, lastWinner: null });
    end?.({ message: "", pollId: 7, endsAt, winner: "noura" });
    expect(poll()).toMatchObject({ spinningUntil: null, lastWinner: "noura" });
    expect(renderHook(() => useSpinning()).result.current).toMatchObject({ spinningUntil: null, lastWinner: "noura" });
    await pass(10_000);
    expect(paths()).toEqual([]);
    // One that takes no time leaves nothing to show.
    setSpinning(null);
    begin?.({ ...draw, renderTime: 0 });
    expect(renderHook(() => useSpinning()).result.current).toBeNull();
  });
});

test("a player is told that a result was taken back, in the server's words", async () => {
  const message = "Tekken: the result was taken back, and your turn is as it was before";
  listenersOf(player)["Score:changed"]?.({ message, gameId: 3, boothId: 1, score: 0, change: -50 });
  expect(said.toast).toHaveBeenCalledExactlyOnceWith({ kind: "info", message });
});

test("of two answers about the own account the one asked for later counts", async () => {
  setUser({ id: 5, name: "A" } as never);
  const { "Account:changed": heard } = listenersOf(player);
  heard?.({ message: "", userId: 5 });
  heard?.({ message: "", userId: 5 });
  await soon(1, "/api/auth/me");
  asked[1]?.answer({ id: 5, name: "C" });
  await expect.poll(() => currentUser()?.name).toBe("C");
  asked[0]?.answer({ id: 5, name: "B" });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(currentUser()?.name).toBe("C");
});
