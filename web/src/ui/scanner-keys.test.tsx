import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { scannerKeys, takesScans, useScannerKeys } from "./scanner-keys.ts";

const plain = { ctrlKey: false, altKey: false, metaKey: false };

function Desk({ press }: { press: () => void }) {
  useScannerKeys();
  return (
    <>
      <input {...takesScans} />
      <button type="button" onKeyDown={press} onKeyUp={press}>
        Take
      </button>
    </>
  );
}

/** Types keys, one after so many milliseconds; gives those that were taken, as `key` or `key` and `*` where refused. */
function typed(
  keys: string[],
  ms: number,
  { isTaken = false, isList = false, is = scannerKeys(), from = 1_000 } = {},
): string {
  return keys
    .map((key, index) => (is({ key, ...plain }, from + index * ms, { isTaken, isList }) ? "*" : key))
    .join(" ");
}

test("a scan ends with its first Enter where it is taken, and what comes after it steers nothing", () => {
  const code = ["{", "i", "}", "Enter", "x", "Tab", "Tab", "Enter", "5", "Enter"];
  expect(typed(code, 3, { isTaken: true })).toBe("{ i } Enter * * * * * *");
  expect(typed(code, 40, { isTaken: true })).toBe("{ i } Enter * * * * * *");
  // At a person's speed all of it is typed (the twin).
  expect(typed(code, 90, { isTaken: true })).toBe(code.join(" "));
});

test("elsewhere a scan presses nothing and goes nowhere, but its letters are typed", () => {
  expect(typed(["1", "2", " ", "Enter", "Tab", "3", "Escape", "ArrowDown"], 5)).toBe("1 2 * * * 3 * *");
  expect(typed(["1", "2", "Enter", "Tab"], 90)).toBe("1 2 Enter Tab");
});

test("a list chooses nothing by a scan's letters", () => {
  expect(typed(["F", "i", "n"], 5, { isList: true })).toBe("F * *");
  expect(typed(["F", "i", "n"], 90, { isList: true })).toBe("F i n");
});

test("after a rest the next scan is taken, and whoever types", () => {
  const is = scannerKeys();
  expect(typed(["a", "Enter", "b"], 5, { isTaken: true, is })).toBe("a Enter *");
  expect(typed(["c", "Enter"], 5, { isTaken: true, is, from: 1_400 })).toBe("c Enter");
  expect(typed(["7", "Tab", "Enter"], 100, { is, from: 2_000 })).toBe("7 Tab Enter");
});

test("shortcuts that a code holds are refused, capital letters are not", () => {
  const is = scannerKeys();
  expect(is({ key: "a", ...plain }, 1_000)).toBe(false);
  expect(is({ key: "Shift", ...plain }, 1_002)).toBe(false);
  expect(is({ key: "B", ...plain }, 1_004)).toBe(false);
  expect(is({ key: "w", ...plain, ctrlKey: true }, 1_008)).toBe(true);
});

test("a button is pressed by a person's Enter and by no scan's, nor by its Space", () => {
  const press = vi.fn();
  render(<Desk press={press} />);
  const button = screen.getByRole("button");
  const key = (name: string, at: number) => {
    for (const type of ["keydown", "keyup"]) {
      const event = new KeyboardEvent(type, { key: name, code: name, bubbles: true, cancelable: true });
      Object.defineProperty(event, "timeStamp", { value: at });
      button.dispatchEvent(event);
    }
  };
  key("x", 1_000);
  press.mockClear();
  key("Enter", 1_004);
  key(" ", 1_008);
  expect(press).not.toHaveBeenCalled();
  key("Enter", 1_500);
  expect(press).toHaveBeenCalledTimes(2);
});
