/**
 * Each optimization of this folder has a plain twin, which does the same without it. The tests of the database run on
 * every twin, `PLAIN_TWINS=all` runs any other test of the server on all, and `npm run bench -- pipelining` (or another
 * name) measures what an optimization pays for (0014, 0072, 0075).
 */
export const optimizations = ["batch-load", "compiled-statements", "pipelining", "prepared-statements"] as const;
export type Optimization = (typeof optimizations)[number];

let plain: readonly Optimization[] = [];

/**
 * Replaces these optimizations by their plain twins in whatever is opened from now on; for tests and measurements
 * alone.
 */
export function usePlainTwins(of: readonly Optimization[]): void {
  plain = of;
}

export function isPlain(optimization: Optimization): boolean {
  return plain.includes(optimization);
}
