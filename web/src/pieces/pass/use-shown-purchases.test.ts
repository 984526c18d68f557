import type { Purchase } from "@saha/contract";
import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useShownPurchases } from "./use-shown-purchases.ts";

const today = "2026-12-04";
const held = (id: number, day: string, status: Purchase["status"] = "ACTIVE") =>
  ({ id, status, ticket: { day } }) as Purchase;

/** Shows tickets, and then others of the same holder. */
function show(purchases: Purchase[], days = { today, opening: today }) {
  const { result, rerender } = renderHook(
    (props: Parameters<typeof useShownPurchases>) => useShownPurchases(...props),
    {
      initialProps: [purchases, days] as Parameters<typeof useShownPurchases>,
    },
  );
  const ids = () => result.current.map(({ id }) => id);
  return {
    ids,
    afterNews: (later: Purchase[]) => {
      rerender([later, days]);
      return ids();
    },
  };
}

test("cancelled ones are hidden, the next day is first, what is over or used up of later days last", () => {
  const purchases = [
    held(1, "2026-12-08", "USED_FOR_FEATURE"),
    held(2, today, "INACTIVE"),
    held(3, "2026-12-09"),
    held(4, today, "USED_FOR_ENTRY"),
    held(5, "2026-12-03"),
  ];
  expect(show(purchases).ids()).toEqual([4, 3, 5, 1]);
});

test("one of the running night stays first once it is used up, until its day ends", () => {
  const purchases = [held(1, today), held(2, "2026-12-03", "USED_FOR_FEATURE")];
  expect(show(purchases, { today, opening: "2026-12-03" }).ids()).toEqual([2, 1]);
  expect(show(purchases).ids()).toEqual([1, 2]);
});

test("one that is used up while it is shown keeps its place", () => {
  const shown = show([held(1, "2026-12-08"), held(2, "2026-12-09")]);
  const scanned = [held(1, "2026-12-08", "USED_FOR_FEATURE"), held(2, "2026-12-09")];
  expect(shown.afterNews(scanned)).toEqual([1, 2]);
  expect(show(scanned).ids()).toEqual([2, 1]);
});
