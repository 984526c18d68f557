import { render, screen } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { expect, test, vi } from "vitest";
import { FullScreen } from "./full-screen.tsx";

HTMLDialogElement.prototype.showModal ??= vi.fn();
HTMLDialogElement.prototype.close ??= vi.fn();

const pressEscape = () =>
  screen.getByRole("dialog", { hidden: true }).dispatchEvent(new Event("cancel", { cancelable: true }));

/** Presses Escape between the moment in which something stands in the page and that in which it is painted. */
function Hasty() {
  useLayoutEffect(() => void pressEscape(), []);
  return null;
}

test("Escape closes what has been painted, and not before", () => {
  const close = vi.fn();
  render(
    <>
      <FullScreen label="won" onClose={close}>
        yours
      </FullScreen>
      <Hasty />
    </>,
  );
  expect(close).not.toHaveBeenCalled();
  pressEscape();
  expect(close).toHaveBeenCalledOnce();
});
