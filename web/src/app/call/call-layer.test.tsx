import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

let called: number[] = [];
let kept: number[] = [];
let waiting: number[] = [];
let isKnown = true;
let pathname = "/userBooths/1";
vi.mock("@tanstack/react-router", () => ({ useLocation: () => ({ pathname }) }));
vi.mock("../../pieces/line/use-places.ts", () => ({
  isCalled: ({ state }: { state: string }) => state === "called",
  usePlaces: () => ({
    places: isKnown
      ? [
          ...called.map((id) => ({ id, state: "called" })),
          ...kept.map((id) => ({ id, state: "held", game: { boothId: 2 } })),
          ...waiting.map((id) => ({ id, state: "waiting", game: { boothId: 2 } })),
        ]
      : undefined,
  }),
}));
vi.mock("./call-card.tsx", () => ({
  CallCard: ({ place, isResting }: { place: { id: number }; isResting: boolean }) => (
    <p>{`${place.id} ${isResting ? "rests" : "is live"}`}</p>
  ),
}));
vi.mock("./kept-place.tsx", () => ({
  KeptPlace: ({ place, isResting }: { place: { id: number }; isResting: boolean }) => (
    <p>{`kept ${place.id} ${isResting ? "rests" : "is live"}`}</p>
  ),
}));
const { CallLayer } = await import("./call-layer.tsx");

beforeEach(() => {
  vi.useFakeTimers();
  [called, kept, waiting, pathname, isKnown] = [[], [], [], "/userBooths/1", true];
});
afterEach(() => void vi.useRealTimers());
const cards = () => screen.queryAllByText(/rests|is live/).map(({ textContent }) => textContent);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("takes no press on a card that has just come, or moved to where an answered one stood", async () => {
  called = [];
  const { rerender } = render(<CallLayer />);
  called = [1, 2];
  rerender(<CallLayer />);
  await pass(0);
  expect(cards()).toEqual(["1 rests", "2 rests"]);
  await pass(500);
  expect(cards()).toEqual(["1 is live", "2 is live"]);
  called = [2];
  rerender(<CallLayer />);
  expect(cards()).toEqual(["2 rests"]);
  await pass(500);
  expect(cards()).toEqual(["2 is live"]);
});

it("takes no press on a kept place that has just come, as where an answer stood, or moved up", async () => {
  [called, kept] = [[1], []];
  const { rerender } = render(<CallLayer />);
  await pass(500);
  expect(cards()).toEqual(["1 is live"]);
  [called, kept] = [[], [1, 2]];
  rerender(<CallLayer />);
  await pass(0);
  expect(cards()).toEqual(["kept 1 rests", "kept 2 rests"]);
  await pass(500);
  kept = [2];
  rerender(<CallLayer />);
  expect(cards()).toEqual(["kept 2 rests"]);
  await pass(500);
  expect(cards()).toEqual(["kept 2 is live"]);
});

it("lets the screen that shows kept places itself rest when one of them has gone", async () => {
  const rests = () => document.querySelector("[data-rests]") !== null;
  [called, kept, pathname] = [[], [1, 2], "/"];
  const { rerender } = render(<CallLayer />);
  await pass(500);
  expect([cards(), rests()]).toEqual([[], false]);
  kept = [2];
  rerender(<CallLayer />);
  expect(rests()).toBe(true);
  await pass(500);
  expect(rests()).toBe(false);
});

it("lets the screen below rest while a card, or a place that is kept, has just come or gone", async () => {
  const rests = () => document.querySelector("[data-rests]") !== null;
  called = [];
  const { rerender } = render(<CallLayer />);
  await pass(500);
  expect(rests()).toBe(false);
  for (const now of [
    { called: [1], kept: [] },
    { called: [], kept: [1] },
    { called: [], kept: [] },
  ]) {
    ({ called, kept } = now);
    rerender(<CallLayer />);
    await pass(0);
    expect(rests()).toBe(true);
    await pass(500);
    expect(rests()).toBe(false);
  }
});

it("lets the screen below rest when a place in line has come or gone, which moves the games that can be joined", async () => {
  const rests = () => document.querySelector("[data-rests]") !== null;
  isKnown = false;
  const { rerender } = render(<CallLayer />);
  [isKnown, waiting] = [true, [3]];
  rerender(<CallLayer />);
  // It is where it was when the screen was drawn first.
  expect(rests()).toBe(false);
  for (const now of [[1], [1, 2], [2]]) {
    waiting = now;
    rerender(<CallLayer />);
    expect(rests()).toBe(true);
    await pass(500);
    expect(rests()).toBe(false);
  }
});
