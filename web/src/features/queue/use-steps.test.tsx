import { api, type QueueEntry, Role } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryOf } from "../../api.ts";
import { setLanguage } from "../../text/language.ts";
import type { Step } from "./line.ts";
import { useSteps } from "./use-steps.ts";

const toast = vi.hoisted(() => vi.fn(async (_: { title?: string }) => {}));
vi.mock("../../ui/toast/toast.ts", () => ({ toast }));

const waiting: QueueEntry = {
  id: 9,
  gameId: 3,
  game: { id: 3, name: "Tekken", platformId: 1, boothId: 1 },
  userId: 5,
  user: { id: 5, username: "noura", name: null, avatar: null },
  number: 7,
  isPlaying: false,
  isFinished: false,
  state: "waiting",
  calledAt: null,
  callExpiresAt: null,
  enteredAt: null,
  answer: null,
  playingElsewhere: false,
  createdAt: "2026-11-22T12:00:00.000Z",
};
const called: QueueEntry = { ...waiting, state: "called", calledAt: "2026-11-22T12:01:00.000Z" };
const playing: QueueEntry = { ...called, state: "playing", isPlaying: true };
const other: QueueEntry = { ...waiting, id: 10, userId: 6, number: 8 };

const { queryKey } = queryOf(api.queue.list);
const shown = () => queries.getQueryData(queryKey);
/** What the socket brings meanwhile. */
const hear = (...rows: QueueEntry[]) => queries.setQueryData(queryKey, rows);
const isAskedAnew = () => queries.getQueryState(queryKey)?.isInvalidated;
let queries: QueryClient;
let answer: (data: unknown) => void;
let lose: () => void;
let keys: string[];

beforeEach(() => {
  setLanguage("en");
  queries = new QueryClient();
  hear(waiting, other);
  keys = [];
  vi.stubGlobal("fetch", (_url: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers["idempotency-key"] ?? "");
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    lose = () => reject(new TypeError("Failed to fetch"));
    answer = (data) => resolve(new Response(JSON.stringify({ data })));
    return promise;
  });
});
afterEach(() => void vi.unstubAllGlobals());

function open() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(() => useSteps(Role.GameAdmin, () => {}), { wrapper }).result;
}

/** Presses a step, lets `meanwhile` happen, and has the server's answer arrive after it. */
async function press(step: Step, data: unknown, meanwhile: () => void, [row] = shown() ?? []) {
  const result = open();
  await act(async () => {
    const pressed = result.current.press(step, row ?? waiting);
    await Promise.resolve();
    meanwhile();
    answer(data);
    await pressed;
  });
  return result;
}

test("an answer shows how the entry stands, and the list isn't asked for", async () => {
  await press("call", called, () => {});
  expect(shown()).toEqual([called, other]);
  await press("remove", { id: 9 }, () => {});
  expect(shown()).toEqual([other]);
  expect(isAskedAnew()).toBe(false);
});

test("in the half second after an answer no press is taken, by key either, but that of a dialog", async () => {
  const steps = await press("call", called, () => {});
  const { fetch } = globalThis;
  const sent = vi.fn(fetch);
  vi.stubGlobal("fetch", sent);
  expect(steps.current.isResting).toBe(true);
  await act(() => steps.current.press("enter", called));
  expect(sent).not.toHaveBeenCalled();
  // Its dialog names whom it removes.
  await act(async () => void steps.current.press("remove", other));
  expect(sent).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(steps.current.isResting).toBe(false));
  await act(async () => void steps.current.press("enter", called));
  expect(sent).toHaveBeenCalledTimes(2);
});

test("own news that came before the answer says the same: the list isn't asked for", async () => {
  await press("call", called, () => hear({ ...called }, other));
  await press("win", { change: 50 }, () => hear(other));
  expect(shown()).toEqual([other]);
  expect(isAskedAnew()).toBe(false);
});

test("an answer that comes after later news writes nothing over it, and the list is asked for", async () => {
  await press("call", called, () => hear(playing, other));
  expect(shown()).toEqual([playing, other]);
  expect(isAskedAnew()).toBe(true);
});

test("who has left meanwhile does not come back with an older answer", async () => {
  await press("call", called, () => hear(other));
  expect(shown()).toEqual([other]);
  expect(isAskedAnew()).toBe(true);
});

test("a win that was taken back meanwhile takes nobody out of the list", async () => {
  hear(playing, other);
  await press("win", { change: 50 }, () => hear({ ...playing, answer: "here" }, other));
  expect(shown()).toHaveLength(2);
  expect(isAskedAnew()).toBe(true);
});

test("an undone result stands in the list again", async () => {
  hear(playing, other);
  const steps = await press("win", { change: 50 }, () => {});
  expect(shown()).toEqual([other]);
  await act(async () => {
    const undone = steps.current.undo();
    await Promise.resolve();
    answer(playing);
    await undone;
  });
  expect(shown()).toEqual([other, playing]);
  expect(isAskedAnew()).toBe(false);
});

/** Wins, undoes, lets `meanwhile` happen, and has the answer to the undo arrive after it. */
async function undoLate(meanwhile: (steps: ReturnType<typeof open>) => Promise<void>) {
  hear(playing, other);
  const steps = await press("win", { change: 50 }, () => {});
  await vi.waitFor(() => expect(steps.current.isResting).toBe(false));
  let undone: unknown;
  await act(async () => {
    undone = steps.current.undo();
  });
  const answerUndo = answer;
  await meanwhile(steps);
  await act(async () => {
    answerUndo(playing);
    await undone;
  });
  return steps;
}
async function win(steps: ReturnType<typeof open>, row: QueueEntry) {
  await act(async () => {
    const pressed = steps.current.press("win", row);
    await Promise.resolve();
    answer({ change: 50 });
    await pressed;
  });
}

test("a late answer to an undo takes away the result that was undone alone", async () => {
  const steps = await undoLate((steps) => win(steps, other));
  expect(steps.current.result?.entry).toEqual(other);
  const undone = await undoLate(async () => {});
  expect(undone.current.result).toBeNull();
});

test("a late answer to an earlier win stands over no newer result, or its undo would be the other's", async () => {
  hear(playing, other);
  const steps = open();
  let earlier: Promise<unknown> | undefined;
  await act(async () => {
    earlier = steps.current.press("win", playing);
  });
  const answerEarlier = answer;
  await new Promise((resolve) => setTimeout(resolve, 5));
  await win(steps, other);
  await act(async () => {
    answerEarlier({ change: 25 });
    await earlier;
  });
  expect(steps.current.result?.entry).toEqual(other);
});

test("a late answer to an undo brings nobody back who was won again meanwhile", async () => {
  const steps = await undoLate(async (steps) => {
    act(() => void hear(other, playing));
    await win(steps, playing);
  });
  expect(shown()).toEqual([other]);
  expect(isAskedAnew()).toBe(true);
  expect(steps.current.result?.entry).toEqual(playing);
});

test("the undo of an entry's second result is another one than that of its first, whose answer was lost", async () => {
  hear(playing, other);
  const steps = await press("win", { change: 50 }, () => {});
  const undo = (settle: () => void) =>
    act(async () => {
      const undone = steps.current.undo();
      await Promise.resolve();
      settle();
      await undone;
    });
  await undo(() => lose());
  act(() => void hear(other, playing));
  await vi.waitFor(() => expect(steps.current.isResting).toBe(false), { timeout: 5_000 });
  await win(steps, playing);
  await undo(() => answer(playing));
  expect(keys).toHaveLength(4);
  expect(keys[3]).not.toBe(keys[1]);
});

/** Loses the answer of a win, lets the list tell something, and presses it again; answers whether it is another win. */
async function winAgain(whilePending: () => void, afterwards: () => void) {
  hear(playing, other);
  const result = open();
  await act(async () => {
    const pressed = result.current.press("win", playing);
    await Promise.resolve();
    whilePending();
    lose();
    await pressed;
  });
  act(afterwards);
  await act(async () => void result.current.press("win", playing));
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/\S{16,}/);
  return keys[0] !== keys[1];
}
const leaveAndComeBack = () => {
  hear(other);
  hear(other, playing);
};

test.each([
  ["of which nothing is told is sent again as the same one", () => {}, () => {}, false],
  ["is the same one, whoever else comes and goes", () => hear(playing), () => hear(other, { ...playing }), false],
  ["that counted and was taken back can be given again", () => {}, leaveAndComeBack, true],
  ["whose entry changed before it was lost is another one", () => hear({ ...playing, answer: "here" }), () => {}, true],
])("a win whose answer was lost %s", async (_what, whilePending, afterwards, isAnother) => {
  expect(await winAgain(whilePending, afterwards)).toBe(isAnother);
});

test("what failed names its entry, for another may be in hand by now", async () => {
  for (const step of ["win", "play", "call"] as const) {
    const steps = open();
    toast.mockClear();
    await act(async () => {
      const pressed = steps.current.press(step, playing);
      await Promise.resolve();
      lose();
      await pressed;
    });
    expect(toast.mock.calls.map(([said]) => said.title)).toEqual(["007 noura"]);
  }
});
