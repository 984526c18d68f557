import type { Box, Point } from "../artwork/paving.ts";

/**
 * `hero` on home, `full` with its code, `row` on offer, `strip` when held already, `wide` lying on its side, `held` to
 * a gate.
 */
export type PassSize = "hero" | "full" | "row" | "strip" | "wide" | "held";

type Plate = { width: number; height: number; focus: Point; pitch: number; reach: number; quiet: readonly Box[] };

const far = 2000;
const upright: Plate = {
  width: 620,
  height: 900,
  focus: [56, 88],
  pitch: 110,
  reach: 205,
  quiet: [
    [117, 0, far, 176],
    [40, 164, far, 60],
    [0, 206, far, far],
  ],
};
const lying: Plate = {
  width: 640,
  height: 260,
  focus: [50, 47],
  pitch: 68,
  reach: 140,
  quiet: [[96, 0, far, far]],
};

/**
 * How the paving lies on each size, from the pass's end and top; one focus and one pitch per size, so that a pass is
 * known.
 */
export const plates: Record<PassSize, Plate> = {
  hero: upright,
  full: upright,
  held: {
    ...upright,
    focus: [52, 66],
    pitch: 96,
    quiet: [
      [101, 0, far, 130],
      [40, 130, far, far],
      [0, 176, far, far],
    ],
  },
  row: lying,
  strip: { ...lying, focus: [48, 39], quiet: [[98, 0, far, far]] },
  wide: {
    width: 960,
    height: 520,
    focus: [400, 172],
    pitch: 132,
    reach: 330,
    quiet: [
      [486, 0, far, far],
      [314, 264, far, far],
      [0, 0, 302, far],
    ],
  },
};
