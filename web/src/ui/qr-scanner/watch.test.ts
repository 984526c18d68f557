import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Decoder, Found } from "./decoder.ts";
import { watchForCode } from "./watch.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A camera before which `seen` is held up, each code from its millisecond on; gives when which code was read. */
async function read(seen: readonly [from: number, text: string | null][], last: string) {
  const began = performance.now();
  const decoder = {
    read: async () => {
      const text = seen.findLast(([from]) => performance.now() - began >= from)?.[1] ?? null;
      return text === null ? null : ({ text, corners: [] } as unknown as Found);
    },
  } as unknown as Decoder;
  const video = { readyState: HTMLMediaElement.HAVE_CURRENT_DATA } as HTMLVideoElement;
  const stop = new AbortController();
  const watching = watchForCode(decoder, video, { intervalMs: 40, signal: stop.signal, last }).then(
    (found) => found && { text: found.text, after: performance.now() - began },
  );
  await vi.advanceTimersByTimeAsync(8000);
  stop.abort();
  return watching;
}

test("the code of the guest who was just let in is not read again while it is held up, for five seconds", async () => {
  const found = await read([[0, "same"]], "same");
  expect(found?.text).toBe("same");
  expect(found?.after).toBeGreaterThan(5000);
  expect(found?.after).toBeLessThan(5200);
});

test("the next guest's code is read at once", async () => {
  expect(
    await read(
      [
        [0, "same"],
        [1000, "next"],
      ],
      "same",
    ),
  ).toEqual({ text: "next", after: 1000 });
});

test("a code that left the picture is read when it comes back; one that a single look missed has not left", async () => {
  const back = await read(
    [
      [0, "same"],
      [1000, null],
      [2000, "same"],
    ],
    "same",
  );
  expect(back).toEqual({ text: "same", after: 2000 });
  const missed = await read(
    [
      [0, "same"],
      [1000, null],
      [1200, "same"],
    ],
    "same",
  );
  expect(missed?.after).toBeGreaterThan(5000);
});
