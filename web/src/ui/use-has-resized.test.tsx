import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useHasResized } from "./use-has-resized.ts";

let look: () => void = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(callback: () => void) {
        look = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function List() {
  const [ref, hasResized] = useHasResized(500);
  return <ul ref={ref}>{hasResized ? "rests" : "is live"}</ul>;
}

test("a list whose height has changed takes no press for half a second, one that is drawn first does", async () => {
  const { container } = render(<List />);
  const list = container.firstElementChild as HTMLElement;
  let height = 300;
  Object.defineProperty(list, "offsetHeight", { get: () => height });
  const lookAt = (tall: number) => {
    height = tall;
    act(look);
    return list.textContent;
  };
  expect([lookAt(300), lookAt(300)]).toEqual(["is live", "is live"]);
  expect(lookAt(332)).toBe("rests");
  await act(() => vi.advanceTimersByTimeAsync(499));
  expect(list.textContent).toBe("rests");
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(list.textContent).toBe("is live");
});
