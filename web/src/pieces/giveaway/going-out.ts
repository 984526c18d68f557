/** More stars than a phone shows clearly stand for all. */
export const mostStars = 35;

/**
 * When a star goes out, as a share of the draw's time; null for one of the last two, which stay until the winner is
 * told.
 */
type Star = { at: number | null; isLast: boolean };

/** Share of the time after which nothing goes out any more: a breath before the winner is told. */
const breath = 0.92;

/**
 * Puts the stars of a draw into the order in which they go out, the same for one draw on all screens; gaps grow towards
 * the end.
 */
export function goingOut(count: number, drawId: number): Star[] {
  const order = Array.from({ length: count }, (_, index) => index).toSorted(
    (a, b) => mixed(a, drawId) - mixed(b, drawId) || a - b,
  );
  const leaving = Math.max(0, count - 2);
  const stars: Star[] = Array.from({ length: count }, () => ({ at: null, isLast: false }));
  for (const [rank, index] of order.entries()) {
    const at = rank < leaving ? breath * ((rank + 1) / leaving) ** 1.7 : null;
    stars[index] = { at, isLast: rank === count - 1 };
  }
  return stars;
}

function mixed(index: number, drawId: number): number {
  let x = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(drawId + 1, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  return (x ^ (x >>> 13)) >>> 0;
}
