import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { usePast } from "./use-past.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it("keeps each value for so long after it was replaced, also one that was there and back", () => {
  const { result, rerender } = renderHook(({ value }) => usePast(value, 500), { initialProps: { value: "a" } });
  expect(result.current).toEqual([]);
  rerender({ value: "b" });
  expect(result.current).toEqual(["a"]);
  pass(200);
  rerender({ value: "a" });
  expect(result.current).toEqual(["a", "b"]);
  pass(350);
  expect(result.current).toEqual(["b"]);
  pass(200);
  expect(result.current).toEqual([]);
});

it("keeps nothing where no time is told", () => {
  const { result, rerender } = renderHook(({ value }) => usePast(value, undefined), { initialProps: { value: "a" } });
  rerender({ value: "b" });
  expect(result.current).toEqual([]);
});
