import { act, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openRealtime } from "../realtime.ts";
import { late, onDemand } from "./on-demand.tsx";

const realTimeout = setTimeout;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const Part = () => <p>part</p>;
const lost = new TypeError("Failed to fetch dynamically imported module: https://saha.example/assets/part.js");

/** Loads a part that is lost on the way so many times. */
const lostFor = (times: number) => vi.fn(async () => (--times < 0 ? Part : Promise.reject(lost)));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/**
 * Lets time pass until something holds: on the clock of the page, and really, for modules that are loaded meanwhile.
 */
async function passUntil(holds: () => boolean): Promise<void> {
  for (let turns = 0; turns < 500 && !holds(); turns++) {
    await pass(100);
    await new Promise((resolve) => realTimeout(resolve, 20));
  }
  expect(holds()).toBe(true);
}

test("what comes after its screen is asked for until it comes, and the screen stands meanwhile", async () => {
  const Late = late(lostFor(1));
  render(
    <main>
      <h1>screen</h1>
      <Suspense>
        <Late />
      </Suspense>
    </main>,
  );
  await pass(0);
  screen.getByRole("heading");
  expect(screen.queryByText("part")).toBeNull();
  await passUntil(() => screen.queryByText("part") !== null);
});

test("a press during a drop of the line opens its part by itself", async () => {
  const load = lostFor(1);
  const onMissing = vi.fn();
  const Pressed = onDemand(load);
  render(<Pressed onMissing={onMissing} />);
  await pass(1000);
  screen.getByText("part");
  expect(onMissing).not.toHaveBeenCalled();
});

test("news whose code was lost on the way is listened to once the line is back", async () => {
  const load = vi.fn(() => Promise.reject(lost));
  const close = openRealtime(load);
  await pass(1000);
  expect(load).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event("online"));
  await passUntil(() => load.mock.calls.length > 1);
  close();
});
