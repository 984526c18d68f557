import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setLanguage } from "../../text/language.ts";
import { UndoBar } from "./undo-bar.tsx";
import type { Result, Steps } from "./use-steps.ts";

const undo = vi.fn();
const result = { entry: { id: 3, number: 3 }, kind: "win", change: 80, until: Date.now() + 10_000 } as Result;

beforeEach(() => {
  setLanguage("en");
  vi.useFakeTimers();
  undo.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

function drawn(shown: Result | null) {
  const steps = { result: shown, undo, isUndoing: false, forget: () => {} } as unknown as Steps;
  return (
    <MantineProvider env="test">
      <UndoBar steps={steps} />
    </MantineProvider>
  );
}
const button = () => screen.queryByRole<HTMLButtonElement>("button");
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it("takes no press in its first half second, which was meant for what lay there", () => {
  const { rerender } = render(drawn(null));
  rerender(drawn(result));
  fireEvent.click(button() as HTMLElement);
  pass(400);
  fireEvent.click(button() as HTMLElement);
  expect(undo).not.toHaveBeenCalled();
  pass(200);
  fireEvent.click(button() as HTMLElement);
  expect(undo).toHaveBeenCalledOnce();
});

it("stands for half a second once it is over, so that a press that was meant for it is nobody else's", () => {
  const { rerender } = render(drawn(null));
  rerender(drawn(result));
  pass(600);
  rerender(drawn(null));
  expect(button()?.disabled).toBe(true);
  pass(400);
  expect(button()).not.toBeNull();
  pass(200);
  expect(button()).toBeNull();
});
