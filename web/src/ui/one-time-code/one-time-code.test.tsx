import { MantineProvider } from "@mantine/core";
import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { OneTimeCode } from "./one-time-code.tsx";
import { typedCode } from "./typed-code.ts";
import { clockText } from "./use-countdown.ts";

function Form() {
  const [code, setCode] = useState("");
  return (
    <MantineProvider>
      <OneTimeCode label="الرمز" value={code} onChange={setCode} />
    </MantineProvider>
  );
}

function openField() {
  render(<Form />);
  return screen.getByLabelText<HTMLInputElement>("الرمز");
}

function paste(field: HTMLElement, text: string) {
  const event = createEvent.paste(field, { clipboardData: { getData: () => text } });
  fireEvent(field, event);
  return event;
}

test.each([
  ["123456", "123456"],
  ["١٢٣٤٥٦", "123456"],
  ["۱۲۳۴۵۶", "123456"],
  ["123 456", "123456"],
  ["12-34-56", "123456"],
  ["رمزك في ساحة 2026 هو 481516، ويبقى 10 دقائق", "481516"],
  ["12ab", "12"],
  ["1234567", "123456"],
  ["", ""],
])("what is typed or pasted as %s is the code %s", (text, code) => {
  expect(typedCode(text)).toBe(code);
});

test("Arabic digits appear as Latin ones in boxes that run from left to right", () => {
  const field = openField();
  fireEvent.change(field, { target: { value: "٠١٢" } });
  expect(field.value).toBe("012");
  const boxes = field.parentElement;
  expect(boxes?.dir).toBe("ltr");
  expect([...(boxes?.querySelectorAll("span") ?? [])].map((box) => box.textContent)).toEqual([
    "0",
    "1",
    "2",
    "",
    "",
    "",
  ]);
});

test("a pasted code replaces what stands there; a part of one is left to the browser", () => {
  const field = openField();
  fireEvent.change(field, { target: { value: "99" } });
  expect(paste(field, "رمزك ٤٨١٥١٦").defaultPrevented).toBe(true);
  expect(field.value).toBe("481516");
  expect(paste(field, "12").defaultPrevented).toBe(false);
});

test("a phone offers the mailed code and a keyboard of digits", () => {
  const field = openField();
  expect(field.autocomplete).toBe("one-time-code");
  expect(field.inputMode).toBe("numeric");
});

test("a wait reads like a clock", () => {
  expect([clockText(59), clockText(60), clockText(3723)]).toEqual(["0:59", "1:00", "1:02:03"]);
});
