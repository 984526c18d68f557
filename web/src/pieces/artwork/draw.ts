import { chanceOf, seedOf } from "./chance.ts";
import { type Box, type Cell, type Lie, type Point, pave } from "./paving.ts";

/** What is drawn: a plate of metal that enamel dissolves into, bare engraved metal, or a picture of enamel alone. */
export type Kind = "plate" | "engraving" | "picture";

/**
 * The colours of enamel by their CSS variables, `--enamel-0` for the heart's star to `--enamel-6` (ui/theme/enamel.ts).
 */
export type Tone = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** `reach` is how far from the focus the enamel goes, pixels; no enamel lies in a box of `quiet`. */
export type Plan = Lie & { seed: string; kind: Kind; reach: number; quiet: readonly Box[]; rings?: number };

/** One path for each colour and ring, the wires between the stones, and the wires where text stands. */
export type Drawing = { fills: { tone: Tone; ring: number; d: string }[]; wires: string; hushed: string };

/** Where the engraving has faded out, in lengths of `reach`. */
export const fade = 2.4;

const kept = new Map<string, Drawing>();
const mostKept = 200;

/**
 * Draws the paths of an artwork; the same plan gives the same drawing to everybody. Kept by plan, the oldest let go
 * after two hundred; some milliseconds when drawn anew.
 */
export function draw(plan: Plan): Drawing {
  const key = JSON.stringify(plan);
  const found = kept.get(key);
  if (found) return found;
  const drawing = drawn(plan);
  const [oldest] = kept.keys();
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
  kept.set(key, drawing);
  return drawing;
}

function drawn(plan: Plan): Drawing {
  const seed = seedOf(`${plan.kind} ${plan.seed}`);
  const fills = new Map<string, { tone: Tone; ring: number; d: string }>();
  const drawing: Drawing = { fills: [], wires: "", hushed: "" };
  for (const cell of pave({ ...plan, limit: plan.kind === "picture" ? Number.POSITIVE_INFINITY : plan.reach * fade })) {
    const near = cell.far / plan.reach;
    const isHushed = near > 0.05 && plan.quiet.some((box) => [cell.middle, ...cell.corners].some(isIn(box)));
    const path = pathOf(cell.corners);
    // The petals' edges are those of the stars and squares.
    if (cell.shape !== "petal") drawing[isHushed ? "hushed" : "wires"] += path;
    const tone = plan.kind === "engraving" || isHushed ? null : toneOf(plan.kind, seed, cell, near);
    if (tone === null) continue;
    const ring = plan.rings ? Math.min(plan.rings - 1, Math.floor(near * plan.rings)) : 0;
    const fill = fills.get(`${tone} ${ring}`) ?? { tone, ring, d: "" };
    fill.d += path;
    fills.set(`${tone} ${ring}`, fill);
  }
  drawing.fills = [...fills.values()].sort((a, b) => a.ring - b.ring || a.tone - b.tone);
  return drawing;
}

/**
 * The enamel of a stone, or null for bare metal. Whether a stone is inlaid is its own chance; its colour is that of its
 * orbit, so that the stars around the heart make one rosette.
 */
function toneOf(kind: Kind, seed: number, { shape, place, orbit }: Cell, near: number): Tone | null {
  const colour = chanceOf(seed, 1, ...orbit);
  if (kind === "plate" && chanceOf(seed, 2, ...place) > 1 - smooth(0.42, 1.02, near)) return null;
  if (shape === "star") return near < 0.05 ? 0 : colour > 0.3 ? 1 : 3;
  if (shape === "square") return colour < 0.42 ? 4 : colour < 0.72 ? 5 : 6;
  // In a picture the petals keep the palette's own hue: the other two are for stars and squares alone.
  if (kind === "picture") return colour < 0.34 ? 5 : 2;
  if (near > 0.5 && chanceOf(seed, 3, ...place) < 0.2) return null;
  return colour < 0.34 ? 3 : 2;
}

function smooth(from: number, to: number, at: number): number {
  const share = Math.min(1, Math.max(0, (at - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

function isIn([left, top, width, height]: Box) {
  return ([x, y]: Point) => x > left && y > top && x < left + width && y < top + height;
}

/** A closed path by steps from corner to corner, tenths of a pixel. */
function pathOf(corners: readonly Point[]): string {
  let d = "";
  let [x, y] = [0, 0];
  for (const [index, [cornerX, cornerY]] of corners.entries()) {
    const [nextX, nextY] = [Math.round(cornerX * 10), Math.round(cornerY * 10)];
    if (index === 0) d += `M${nextX / 10} ${nextY / 10}l`;
    else d += `${(nextX - x) / 10} ${(nextY - y) / 10} `;
    [x, y] = [nextX, nextY];
  }
  return `${d.trimEnd()}z`;
}
