import type { Cell } from "./columns.ts";

const collator = new Intl.Collator(["ar", "en"], { numeric: true, sensitivity: "base" });

/** Letters by which texts are ordered as readers expect: 3,000 answers of 2,000 stopped the tab for half a minute. */
const compared = 64;

/** Orders two cells, smallest first: numbers by size, texts as a reader of Arabic and English expects, nothing last. */
export function compareCells(a: Cell, b: Cell): number {
  if (a === b) return 0;
  if (a === null || a === "") return b === null || b === "" ? 0 : 1;
  if (b === null || b === "") return -1;
  if (typeof a === "string" || typeof b === "string") return compareTexts(String(a), String(b));
  return Number(a) - Number(b);
}

function compareTexts(a: string, b: string): number {
  const order = collator.compare(a.slice(0, compared), b.slice(0, compared));
  if (order !== 0 || Math.max(a.length, b.length) <= compared) return order;
  const [restOfA, restOfB] = [a.slice(compared), b.slice(compared)];
  return restOfA === restOfB ? 0 : restOfA < restOfB ? -1 : 1;
}
