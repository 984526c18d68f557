import { act, fireEvent, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { m } from "../../text/compiled/messages.js";
import { QrPlate } from "./qr-plate.tsx";

const purchaseOf = (qrImage: string) => ({ qrImage, ticket: { title: "Gold" } });

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});
afterEach(() => {
  vi.mocked(Math.random).mockRestore();
  vi.useRealTimers();
});

/** Shows a plate; each new element is one question to the server. */
function show() {
  const { container, rerender } = render(<QrPlate purchase={purchaseOf("/a")} />);
  const image = () => container.querySelector("img") as HTMLImageElement;
  return {
    image,
    isBroken: () => container.textContent === m.tickets_qr_failed() && image().hidden,
    change: () => rerender(<QrPlate purchase={purchaseOf("/b")} />),
    /** Fails each question, and says when the next one came, in milliseconds. */
    fail: (ms: number) => {
      const before = image();
      fireEvent.error(before);
      act(() => void vi.advanceTimersByTime(ms - 1));
      expect(image()).toBe(before);
      act(() => void vi.advanceTimersByTime(1));
      expect(image()).not.toBe(before);
    },
  };
}

test("a picture that did not come is asked for again, less and less often, until it comes", () => {
  const { image, isBroken, fail } = show();
  for (const ms of [3000, 6000, 12_000, 20_000, 20_000]) {
    fail(ms);
    expect(isBroken()).toBe(true);
  }
  fireEvent.load(image());
  const here = image();
  expect([isBroken(), here.hidden]).toEqual([false, false]);
  act(() => void vi.advanceTimersByTime(120_000));
  expect(image()).toBe(here);
});

test("it is asked for at once when the line is back", () => {
  const { image } = show();
  const before = image();
  fireEvent.error(before);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(image()).toBeInstanceOf(HTMLImageElement);
  expect(image()).not.toBe(before);
});

test("another ticket's picture is not taken for broken", () => {
  const { image, isBroken, change } = show();
  fireEvent.error(image());
  expect(isBroken()).toBe(true);
  change();
  expect([isBroken(), image().hidden]).toEqual([false, false]);
});
