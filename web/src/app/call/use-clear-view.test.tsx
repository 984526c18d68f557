import { act, render, renderHook, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { FullScreen } from "../../ui/full-screen/full-screen.tsx";
import { useClearView } from "./use-clear-view.ts";

let open: (isOpen: boolean) => void;

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= vi.fn();
});

function Screen() {
  const [isOpen, setIsOpen] = useState(true);
  open = setIsOpen;
  return (
    isOpen && (
      <FullScreen label="giveaway" onClose={() => setIsOpen(false)}>
        …
      </FullScreen>
    )
  );
}
const isShown = () => screen.queryByRole("dialog") !== null;

it("closes what takes the whole screen when a call comes, but not what is opened over it", () => {
  render(<Screen />);
  expect(isShown()).toBe(true);
  const { rerender } = renderHook(({ call }) => useClearView(call, false), { initialProps: { call: "18:00" } });
  expect(isShown()).toBe(false);
  act(() => open(true));
  rerender({ call: "18:00" });
  expect(isShown()).toBe(true);
  rerender({ call: "18:05" });
  expect(isShown()).toBe(false);
});

it("goes to the page's head once for each call whose card stands there", () => {
  const scroll = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  const { rerender } = renderHook(({ call }) => useClearView(call, true), { initialProps: { call: "18:00" } });
  rerender({ call: "18:00" });
  expect(scroll).toHaveBeenCalledTimes(1);
  rerender({ call: "18:05" });
  expect(scroll.mock.calls).toEqual([[{ top: 0 }], [{ top: 0 }]]);
});
