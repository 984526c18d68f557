export type FewLines = {
  /** Counts a line of this kind and says whether it may be written. */
  take(kind: string | number): boolean;
  /** Tells at once what was left out, as at the end. */
  end(): void;
};

/**
 * Lets `most` lines of each kind be written in a second and counts the others, which `tell` is given once the second is
 * over: whoever causes a line with each request else fills the disk (security: row 16, decision 0168). Kinds beyond
 * `maxKinds` in one second count as one, for a kind may hold what a caller sent.
 */
export function fewLines(
  most: number,
  tell: (leftOut: Record<string, number>) => void,
  { maxKinds = 100 } = {},
): FewLines {
  const counts = new Map<string | number, number>();
  let second: NodeJS.Timeout | undefined;

  function end(): void {
    clearTimeout(second);
    second = undefined;
    const beyond = [...counts].flatMap(([kind, count]) => (count > most ? [[kind, count - most] as const] : []));
    counts.clear();
    if (beyond.length > 0) tell(Object.fromEntries(beyond));
  }

  return {
    take(given) {
      second ??= setTimeout(end, 1_000).unref();
      const kind = counts.has(given) || counts.size < maxKinds ? given : "others";
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count <= most;
    },
    end,
  };
}
