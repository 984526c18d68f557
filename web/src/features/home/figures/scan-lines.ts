import type { Figures } from "@saha/contract";

export type ScanLine = { name: "gate" | "none" | "others" | "food"; gate: string; counts: number[] };

const shownGates = 3;
/** From here on single minutes tell something; below, five of them stand together. */
const busyMinute = 8;

/** Makes the lines of the plot: the busiest gates each, the others together, and the food of all points together. */
export function scanLines(lines: Figures["scans"]["lines"]): { every: 1 | 5; lines: ScanLine[] } {
  const entries = lines.filter(({ kind }) => kind === "entry");
  const food = lines.filter(({ kind }) => kind === "feature");
  const shown = entries.length > shownGates ? entries.slice(0, shownGates - 1) : entries;
  const others = entries.slice(shown.length);
  const every = Math.max(...added(lines.map(({ minutes }) => minutes))) >= busyMinute ? 1 : 5;
  const named = (name: ScanLine["name"], gate: string, minutes: readonly number[][]): ScanLine[] =>
    minutes.length === 0 ? [] : [{ name, gate, counts: together(added(minutes), every) }];
  return {
    every,
    lines: [
      ...shown.flatMap(({ gate, minutes }) => named(gate === null ? "none" : "gate", gate ?? "", [minutes])),
      ...named(
        "others",
        "",
        others.map(({ minutes }) => minutes),
      ),
      ...named(
        "food",
        "",
        food.map(({ minutes }) => minutes),
      ),
    ],
  };
}

function added(series: readonly (readonly number[])[]): number[] {
  return (series[0] ?? [0]).map((_, at) => series.reduce((sum, counts) => sum + (counts[at] ?? 0), 0));
}

function together(counts: readonly number[], every: number): number[] {
  return Array.from({ length: Math.ceil(counts.length / every) }, (_, at) =>
    counts.slice(at * every, (at + 1) * every).reduce((sum, count) => sum + count, 0),
  );
}

/** The top of an axis: the least of 4, 10, 20, 50, 100 … that holds all. */
export function axisTop(most: number): number {
  for (let ten = 1; ; ten *= 10) {
    for (const step of [4, 10, 20]) if (most <= step * ten && step * ten >= 4) return step * ten;
    if (most <= 40 * ten) return 40 * ten;
  }
}

/**
 * Moves labels apart that would cover each other: each keeps its place or goes below the one before, within the height.
 */
export function spread(places: readonly number[], gap: number, height: number): number[] {
  const order = places.map((_, index) => index).sort((one, other) => (places[one] ?? 0) - (places[other] ?? 0));
  const moved = [...places];
  let last = Number.NEGATIVE_INFINITY;
  for (const index of order) last = moved[index] = Math.max(moved[index] ?? 0, last + gap);
  let next = height + gap;
  for (const index of order.reverse()) next = moved[index] = Math.min(moved[index] ?? 0, next - gap);
  return moved;
}
