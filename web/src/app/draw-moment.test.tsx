import { Role, type User } from "@saha/contract";
import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Draw } from "../pieces/giveaway/draw.ts";
import { setUser } from "../session.ts";
import { setSpinning } from "./spinning.ts";

let called: number[] = [];
vi.mock("../pieces/line/use-places.ts", () => ({
  isCalled: () => true,
  usePlaces: () => ({ places: called.map((id) => ({ id })) }),
}));
vi.mock("../pieces/giveaway/draw-card.tsx", () => ({ DrawCard: () => <p>draw</p> }));
const { DrawMoment } = await import("./draw-moment.tsx");

beforeEach(() => {
  vi.useFakeTimers();
  setUser({ id: 5, username: "noura", roleId: Role.User } as User);
});
afterEach(() => {
  vi.useRealTimers();
  setUser(null);
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const isShown = () => document.querySelector("p")?.closest("[hidden]") === null;
const rests = () => document.querySelector("[data-call-moved]") !== null;

it("hides a draw while a call waits, and lets the screen below rest as its card goes", async () => {
  called = [];
  const { rerender } = render(<DrawMoment />);
  act(() => setSpinning({ id: 7 } as Draw));
  await pass(500);
  expect([isShown(), rests()]).toEqual([true, false]);
  called = [1];
  rerender(<DrawMoment />);
  expect(isShown()).toBe(false);
  called = [];
  rerender(<DrawMoment />);
  expect(isShown()).toBe(true);
  act(() => setSpinning(null));
  await pass(0);
  expect(rests()).toBe(true);
  await pass(500);
  expect(rests()).toBe(false);
});
