import type { Booth } from "@saha/contract";
import { expect, test } from "vitest";
import { boothName } from "./dashboard-polls.tsx";

test("a giveaway of an unknown booth names it by its number", () => {
  const booths = [{ id: 3, name: "حلبة القتال" }] as Booth[];
  expect(boothName(booths, 3)).toBe("حلبة القتال");
  expect(boothName(booths, 9)).toBe("#9");
});
