import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { m } from "../../text/compiled/messages.js";
import { useRing } from "./use-ring.ts";

let shaken: unknown[];

beforeEach(() => {
  shaken = [];
  vi.stubGlobal("navigator", {
    userActivation: { hasBeenActive: true },
    vibrate: (pattern: unknown) => shaken.push(pattern),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("of two calls the answer to one leaves title and shaking to the other", () => {
  const one = renderHook(() => useRing("18:00"));
  const other = renderHook(() => useRing("18:01"));
  one.unmount();
  expect(document.title).toContain(m.call_title());
  expect(shaken).not.toContain(0);
  other.unmount();
  expect(document.title).not.toContain(m.call_title());
  expect(shaken.at(-1)).toBe(0);
});
