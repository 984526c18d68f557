import { paceOf, type Wait, waitAt } from "@saha/contract";
import { type Look, playEvening } from "../lab/evening.ts";
import type { Figure } from "../lab/lab.ts";
import { median } from "../lab/measure.ts";

const evenings = 200;
const share = 0.8;

type Told = { wait: Wait; actual: number };
/** What somebody could tell who knows the whole evening: its mean gap, and how far gaps stray from it. */
type Known = { slot: number; actual: number; gap: number; spread: number };

/**
 * How many waits of simulated evenings fall inside the forecast that was shown for them, and how wide it is beside the
 * range of somebody who knows the pace of the whole evening beforehand and hits as often (rules §5).
 */
export async function forecast(): Promise<Figure[]> {
  const told: Told[] = [];
  const known: Known[] = [];
  let silent = 0;
  for (let seed = 1; seed <= evenings; seed++) {
    const { looks, starts } = playEvening(seed);
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? start));
    const gap = gaps.reduce((sum, each) => sum + each, 0) / gaps.length;
    const spread = Math.sqrt(gaps.reduce((sum, each) => sum + (each - gap) ** 2, 0) / gaps.length);
    for (const look of looks) {
      const wait = waitOf(look);
      if (!wait) silent++;
      else {
        told.push({ wait, actual: look.wait });
        known.push({ slot: look.slot, actual: look.wait, gap, spread });
      }
    }
  }
  const inside = told.filter(({ wait, actual }) => isInside(wait, actual)).length / told.length;
  const early = told.filter(({ wait, actual }) => actual < wait.from).length / told.length;
  const ours = meanWidth(told.map(({ wait }) => wait));
  const theirs = widthHitting(known, inside);
  const typical = median(told.map(({ actual }) => actual));
  return [
    {
      work: `forecast: ${evenings} simulated evenings, ${told.length} looks at a place in line`,
      figure: `${percent(inside)} of waits inside, ${percent(early)} shorter, ${percent(1 - inside - early)} longer; ${percent(silent / (silent + told.length))} told nothing`,
      goal: `≥ ${percent(share)} inside`,
      isMet: inside >= share,
    },
    {
      work: "forecast: width of the range",
      figure: `${ours.toFixed(0)} minutes, for a wait of ${typical.toFixed(0)} in the middle`,
      limit: `${theirs.toFixed(0)} minutes knowing the whole evening's pace, hitting as often`,
      ratio: ours / theirs,
      goal: "≤ 1.6",
      isMet: ours / theirs <= 1.6,
    },
  ];
}

function waitOf({ slot, starts }: Look): Wait | null {
  return waitAt(slot, paceOf(starts));
}

function isInside({ from, to }: Wait, actual: number): boolean {
  return actual >= from && actual <= to;
}

/** The mean width of the narrowest ranges about the evening's own pace, rounded alike, that hit this share of waits. */
function widthHitting(known: Known[], wanted: number): number {
  const rangesAt = (factor: number) =>
    known.map(({ slot, gap, spread }): Wait => {
      const width = factor * spread * Math.sqrt(slot);
      return rounded(gap * (slot - 1) - width, gap * slot + width);
    });
  let [low, high] = [0, 10];
  for (let step = 0; step < 30; step++) {
    const factor = (low + high) / 2;
    const hits = rangesAt(factor).filter((wait, index) => isInside(wait, known[index]?.actual ?? -1)).length;
    if (hits / known.length < wanted) low = factor;
    else high = factor;
  }
  return meanWidth(rangesAt(high));
}

function rounded(least: number, most: number): Wait {
  const from = 5 * Math.floor(Math.max(0, least) / 5);
  return { from, to: Math.max(from + 5, 5 * Math.ceil(most / 5)) };
}

function meanWidth(waits: Wait[]): number {
  return waits.reduce((sum, { from, to }) => sum + to - from, 0) / waits.length;
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}
