import { Role, type User } from "@saha/contract";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Draw } from "../pieces/giveaway/draw.ts";
import { setUser } from "../session.ts";
import { setSpinning } from "./spinning.ts";

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
const rests = () => document.querySelector("[data-rests]") !== null;

it("lets the screen below rest as the card of a draw goes", async () => {
  render(<DrawMoment />);
  act(() => setSpinning({ id: 7 } as Draw));
  await pass(500);
  expect([screen.queryByText("draw") !== null, rests()]).toEqual([true, false]);
  act(() => setSpinning(null));
  await pass(0);
  expect([screen.queryByText("draw") !== null, rests()]).toEqual([false, true]);
  await pass(500);
  expect(rests()).toBe(false);
});
