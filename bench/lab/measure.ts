/** What a round of work came to. Times in milliseconds. */
export type Round = {
  count: number;
  ms: number;
  /** How many were answered with each status; 0 is a connection that broke. */
  statuses: Record<string, number>;
  p50: number;
  p99: number;
};

/** Sums up a round from the latencies of its pieces. */
export function roundOf(ms: number, latencies: number[], statuses: Record<string, number>): Round {
  const sorted = Float64Array.from(latencies).sort();
  return { count: sorted.length, ms, statuses, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

export function perSecond(round: Round): number {
  return (round.count * 1000) / round.ms;
}

export function median(values: number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5);
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
