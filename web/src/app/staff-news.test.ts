import { api, type QueueEntry } from "@saha/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryOf } from "../api.ts";
import { queryClient } from "./queries.ts";
import { renewEntry } from "./staff-news.ts";

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
