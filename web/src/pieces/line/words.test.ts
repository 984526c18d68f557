import { expect, test } from "vitest";
import { slotText } from "./words.ts";

test("a slot has three digits, 000 where one stands in no line", () => {
  expect([null, 0, 7, 47, 1047].map(slotText)).toEqual(["000", "000", "007", "047", "1047"]);
});
