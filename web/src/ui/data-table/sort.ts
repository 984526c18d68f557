import type { Cell } from "./columns.ts";

const collator = new Intl.Collator(["ar", "en"], { numeric: true, sensitivity: "base" });

/** Orders two cells, smallest first: numbers by size, texts as a reader of Arabic and English expects, nothing last. */
export function compareCells(a: Cell, b: Cell): number {
  if (a === b) return 0;
  if (a === null || a === "") return b === null || b === "" ? 0 : 1;
  if (b === null || b === "") return -1;
  if (typeof a === "string" || typeof b === "string") return collator.compare(String(a), String(b));
  return Number(a) - Number(b);
}
