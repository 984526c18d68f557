import { MantineProvider } from "@mantine/core";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ConfirmDialog } from "./confirm-dialog.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("takes no press in its first half second, which was meant for what it lies over", () => {
  render(
    <MantineProvider env="test">
      <ConfirmDialog title="?" confirm="Delete" onConfirm={async () => {}} onClose={() => {}}>
        …
      </ConfirmDialog>
    </MantineProvider>,
  );
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Delete" });
  const rests = () => button.closest("[data-resting]") !== null;
  // It looks as it will, so that nothing flashes.
  expect([rests(), button.disabled]).toEqual([true, false]);
  act(() => vi.advanceTimersByTime(450));
  expect(rests()).toBe(true);
  act(() => vi.advanceTimersByTime(50));
  expect([rests(), button.disabled]).toEqual([false, false]);
});
