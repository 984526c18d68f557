/** Milliseconds over which the phones of a hall spread what need not be asked at once. */
const spreadMs = 5000;

/** Picks a moment of this phone's own, in milliseconds from now, at most `within` and at most the hall's spread. */
export function ownMoment(within = spreadMs): number {
  return Math.random() * Math.min(within, spreadMs);
}
