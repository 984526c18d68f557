import { expect, test } from "vitest";
import { shownCode } from "./shown-code.ts";

test.each([
  ["7kqmx4ta9hwe", "7KQM-X4TA-9HWE"],
  [" 7KQM – X4TA – 9HWE ", "7KQM-X4TA-9HWE"],
  ["٧KQM-X٤TA-٩HWE", "7KQM-X4TA-9HWE"],
  ["۲۳۴۵۶۷۸۹۲۳۴۵", "2345-6789-2345"],
  ["دعوتك: https://saha.example/ticket/invitation?code=7KQM-X4TA-9HWE شكرًا", "7KQM-X4TA-9HWE"],
  ["https://saha.example/ticket/invitation?a=1&code=7KQM%2DX4TA%2D9HWE#x", "7KQM-X4TA-9HWE"],
  ["7KQM-X4", "7KQM-X4"],
  ["0OIL-1111-0000", "0OIL-1111-0000"],
  ["?code=%E0%A4%A", "?code=%E0%A4%A"],
  ["", ""],
])("%j is shown as %j", (typed, shown) => expect(shownCode(typed)).toBe(shown));
