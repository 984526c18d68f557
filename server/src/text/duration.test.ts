import { expect, test } from "vitest";
import { durationText } from "./duration.ts";

test.each([
  [1, "ثانية", "1 second"],
  [2, "ثانيتين", "2 seconds"],
  [60, "60 ثانية", "60 seconds"],
  [100, "دقيقتين", "2 minutes"],
  [361, "7 دقائق", "7 minutes"],
  [900, "15 دقيقة", "15 minutes"],
  [5400, "90 دقيقة", "90 minutes"],
  [5401, "ساعتين", "2 hours"],
  [86_400, "24 ساعة", "24 hours"],
])("a wait of %i seconds is said as people say it", (seconds, ar, en) => {
  expect(durationText(seconds, "ar")).toBe(ar);
  expect(durationText(seconds, "en")).toBe(en);
});
