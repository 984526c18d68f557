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
  const { rerender } = renderHook(() => useClearView(false));
  expect(isShown()).toBe(false);
  act(() => open(true));
  rerender();
  expect(isShown()).toBe(true);
});

it("goes once to the page's head, where the card stands, and not as somebody comes home", () => {
  const scroll = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  renderHook(({ isHome }) => useClearView(isHome), { initialProps: { isHome: false } }).rerender({ isHome: true });
  expect(scroll).not.toHaveBeenCalled();
  renderHook(() => useClearView(true)).rerender();
  expect(scroll.mock.calls).toEqual([[{ top: 0 }]]);
});
