import type { AuditRow } from "@saha/contract";
import { expect, test } from "vitest";
import { changeText, fieldName } from "./audit-words.ts";

const row = (subject: string, after: Record<string, unknown>): AuditRow => ({
  id: 1,
  at: "2026-12-01T18:00:00.000Z",
  actor: { id: 1, name: "سارة" },
  call: "POST /call",
  params: {},
  ip: null,
  userAgent: null,
  changes: [{ subject, subjectId: "1", before: null, after }],
});

test("a draw is told by words, in one line", () => {
  const draw = row("poll_draws", { list: 3, seed: { withheld: true }, winner_entry_id: 5 });
  const text = changeText(draw, "←");
  expect(text).toContain(`${fieldName("list")}: 3`);
  expect(text).not.toMatch(/\n|list|seed|winner_entry_id/);
});

test("a text of many lines stands in one", () => {
  expect(changeText(row("booths", { description: "سطر\n\nوسطر" }), "←")).toContain(": سطر وسطر");
});
