/** More stars than a phone shows clearly stand for all. */
export const mostStars = 35;

/**
 * When a star goes out, as a share of the draw's time; null for one of the last two, which stay until the winner is
 * told. The first to go out has rank 0.
 */
type Star = { at: number | null; rank: number };

/** Share of the time after which nothing goes out any more: a breath before the winner is told. */
const breath = 0.92;

/**
 * Puts the stars of a draw into the order in which they go out, the same for one draw on all screens; gaps grow towards
 * the end.
 */
export function goingOut(count: number, drawId: number): Star[] {
  const order = Array.from({ length: count }, (_, index) => index).sort(
    (a, b) => mixed(a, drawId) - mixed(b, drawId) || a - b,
  );
  const leaving = Math.max(0, count - 2);
  const stars: Star[] = Array.from({ length: count }, () => ({ at: null, rank: 0 }));
  for (const [rank, index] of order.entries()) {
    const at = rank < leaving ? breath * ((rank + 1) / leaving) ** 1.7 : null;
    stars[index] = { at, rank };
  }
  return stars;
}

/**
 * The rank of an entry's star: it goes out early or late as its number has it, no later because somebody looks at it.
 */
export function rankOf(entryId: number, count: number, drawId: number): number {
  return Math.floor((mixed(entryId, drawId) / 2 ** 32) * count);
}

function mixed(index: number, drawId: number): number {
  let x = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(drawId + 1, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  return (x ^ (x >>> 13)) >>> 0;
}
