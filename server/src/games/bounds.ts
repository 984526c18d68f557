import { Problem } from "../errors/problem.ts";

type Bounds = { finite: boolean; min: number | null | undefined; max: number | null | undefined };

/**
 * Settles the bounds that a game keeps its scores within: `min ≤ 0 ≤ max`, `min < max`, both given, when it is finite,
 * else none. Throws `game.bounds` at the field that is to be mended (rules §5).
 */
export function boundsOf({ finite, min, max }: Bounds): { finite: boolean; min: number | null; max: number | null } {
  if (!finite) return { finite, min: null, max: null };
  if (min === null || min === undefined || min > 0) throw new Problem("game.bounds", { field: "min" });
  if (max === null || max === undefined || max < 0 || max <= min) throw new Problem("game.bounds", { field: "max" });
  return { finite, min, max };
}
