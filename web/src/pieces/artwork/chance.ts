/**
 * A chance between 0 and 1 that belongs to a place: the same for everybody, whatever was drawn before it (32-bit hash).
 */
export function chanceOf(seed: number, ...place: readonly number[]): number {
  let hash = seed;
  for (const part of place) hash = stir(hash ^ Math.imul(part | 0, 0x9e3779b1));
  return stir(hash) / 0x100000000;
}

/** The number that stands for a text such as `ticket:12` (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return stir(hash);
}

/** Spreads every bit over all of them (the finalizer of MurmurHash3). */
function stir(bits: number): number {
  let hash = bits ^ (bits >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
