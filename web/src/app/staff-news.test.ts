import { api, type QueueEntry, Role } from "@saha/contract";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryOf } from "../api.ts";
import { listenersOf } from "./news.ts";
import { queryClient } from "./queries.ts";
import { renewEntry, renewLine } from "./staff-news.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  queryClient.clear();
});

const { queryKey } = queryOf(api.queue.list);
const entry = (id: number, state = "waiting") => ({ id, state }) as unknown as QueueEntry;
const shown = () => queryClient.getQueryData<QueueEntry[]>(queryKey)?.map(({ id, state }) => `${id} ${state}`);
const tell = (id: number, one: QueueEntry | null) =>
  renewEntry({ message: "", queueId: id, gameId: 1, boothId: 1, entry: one });

test("what others change is shown at once, and all that changes within two seconds of it after these", () => {
  queryClient.setQueryData(queryKey, [entry(1), entry(2), entry(3)]);
  tell(2, entry(2, "called"));
  expect(shown()).toEqual(["1 waiting", "2 called", "3 waiting"]);
  tell(3, null);
  tell(1, entry(1, "held"));
  tell(4, entry(4));
  tell(1, entry(1, "waiting"));
  vi.advanceTimersByTime(1_900);
  expect(shown()).toEqual(["1 waiting", "2 called", "3 waiting"]);
  vi.advanceTimersByTime(200);
  expect(shown()).toEqual(["1 waiting", "2 called", "4 waiting"]);
  vi.advanceTimersByTime(2_000);
  tell(4, null);
  expect(shown()).toEqual(["1 waiting", "2 called"]);
});

test("an answer that is on its way comes, and what was told meanwhile is put on top of it", async () => {
  const { promise, resolve } = Promise.withResolvers<QueueEntry[]>();
  let asked = 0;
  queryClient.setQueryData(queryKey, [entry(1), entry(2)]);
  void queryClient.fetchQuery({
    queryKey,
    staleTime: 0,
    queryFn: () => {
      asked++;
      return promise;
    },
  });
  for (let ms = 0; ms < 6_000; ms += 300) {
    tell(1, entry(1, ms % 600 === 0 ? "held" : "called"));
    tell(2, null);
    await vi.advanceTimersByTimeAsync(300);
  }
  resolve([entry(1), entry(2), entry(3)]);
  await vi.advanceTimersByTimeAsync(2_100);
  expect(asked).toBe(1);
  expect(shown()).toEqual(["1 called", "3 waiting"]);
});

/** Has the list asked for, answered by whoever calls what is given. */
function ask() {
  const answers: ((rows: QueueEntry[]) => void)[] = [];
  const queryFn = () => new Promise<QueueEntry[]>((resolve) => void answers.push(resolve));
  const stop = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: 10_000 }).subscribe(() => {});
  return { answers, stop };
}

test("a list that is to be asked for once it is shown is asked for, whatever news came since", async () => {
  const first = ask();
  first.answers[0]?.([entry(1)]);
  await vi.advanceTimersByTimeAsync(0);
  first.stop();
  listenersOf({ id: 1, roleId: Role.GameAdmin }).missed();
  tell(1, entry(1, "called"));
  expect(shown()).toEqual(["1 called"]);
  expect(ask().answers).toHaveLength(1);
});

test("what was told before the connection broke is not put over what is asked for after", async () => {
  const { answers } = ask();
  answers[0]?.([entry(1)]);
  await vi.advanceTimersByTimeAsync(0);
  tell(1, entry(1, "called"));
  tell(1, entry(1, "held"));
  listenersOf({ id: 1, roleId: Role.GameAdmin }).missed();
  answers[1]?.([entry(1, "waiting")]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(shown()).toEqual(["1 waiting"]);
});

test("a first answer that was on its way when the connection opened is asked for once more", async () => {
  const { answers } = ask();
  listenersOf({ id: 1, roleId: Role.GameAdmin }).opened();
  expect(answers).toHaveLength(1);
  answers[0]?.([entry(1)]);
  await vi.advanceTimersByTimeAsync(0);
  answers[1]?.([entry(1), entry(2)]);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual(["1 waiting", "2 waiting"]);
});

test("news of many has the list asked for, once more where it is on its way, and breaks nothing off", async () => {
  const { answers } = ask();
  answers[0]?.([entry(1)]);
  await vi.advanceTimersByTimeAsync(0);
  const many = () => listenersOf({ id: 1, roleId: Role.GameAdmin })["Queue:many"]?.({ message: "", boothId: 1 });
  many();
  tell(1, entry(1, "called"));
  tell(1, entry(1, "held"));
  many();
  many();
  expect(answers).toHaveLength(2);
  answers[1]?.([entry(1, "playing")]);
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(3);
  answers[2]?.([entry(1, "playing"), entry(2)]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(shown()).toEqual(["1 playing", "2 waiting"]);
});

test("an answer that hangs for half a minute is broken off", async () => {
  const { answers } = ask();
  answers[0]?.([entry(1)]);
  await vi.advanceTimersByTimeAsync(0);
  renewLine();
  for (let ms = 0; ms < 36_000; ms += 3_000) {
    tell(1, entry(1, ms % 6_000 === 0 ? "held" : "called"));
    await vi.advanceTimersByTimeAsync(3_000);
  }
  expect(answers).toHaveLength(3);
  answers[2]?.([entry(1), entry(2)]);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toHaveLength(2);
});

test("a list that somebody keeps moving stands for two seconds each time", () => {
  queryClient.setQueryData(queryKey, [entry(1), entry(2)]);
  let moved = 0;
  let last = JSON.stringify(shown());
  for (let ms = 0; ms < 30_000; ms += 300) {
    tell(1, entry(1, ms % 600 === 0 ? "held" : "waiting"));
    vi.advanceTimersByTime(300);
    const now = JSON.stringify(shown());
    if (now !== last) moved++;
    last = now;
  }
  expect(moved).toBeGreaterThan(3);
  expect(moved).toBeLessThanOrEqual(16);
});
