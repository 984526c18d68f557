import { afterEach, expect, test, vi } from "vitest";
import { serverNow, setServerClock } from "./server-clock.ts";

const noon = Date.parse("2026-11-22T12:00:00Z");
const answerOf = (moment: number) => new Date(moment).toUTCString();

afterEach(() => vi.useRealTimers());

test("an answer that was long on its way does not put a clock back that was right", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  setServerClock(answerOf(noon));
  vi.setSystemTime(noon + 25_000);
  setServerClock(answerOf(noon), noon);
  expect(serverNow()).toBe(noon + 25_000);
});

test("a clock that can't be right is set by the middle of the time that an answer took", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon + 3_600_000 });
  setServerClock(answerOf(noon + 2000), Date.now() - 4000);
  expect(serverNow()).toBe(noon + 4000);
  // Once known, no quick answer moves it within its second.
  setServerClock(answerOf(noon + 3000), Date.now());
  expect(serverNow()).toBe(noon + 4000);
});

test("an answer that was asked before the device slept sets no clock", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  setServerClock(answerOf(noon));
  vi.setSystemTime(noon + 11 * 3_600_000);
  setServerClock(answerOf(noon - 3000), noon);
  expect(serverNow()).toBe(noon + 11 * 3_600_000);
});
