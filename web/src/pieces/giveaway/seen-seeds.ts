const place = "draw_seeds";
/** Fingerprints that a browser remembers; the oldest go first. */
const most = 200;

type Seen = { poll: number; hash: string; at: string };

/**
 * Remembers that this browser saw the fingerprint of a giveaway's next seed, and when: its own witness for later (rules
 * §6).
 */
export function rememberSeed(poll: number, hash: string, now = new Date()): void {
  const seen = read();
  if (seen.some((one) => one.hash === hash)) return;
  try {
    localStorage.setItem(place, JSON.stringify([...seen, { poll, hash, at: now.toISOString() }].slice(-most)));
  } catch {
    // Storage has filled up: a giveaway is shown without a witness too.
  }
}

/** When this browser first saw a fingerprint; null if it never did. */
export function whenSeen(hash: string): string | null {
  return read().find((one) => one.hash === hash)?.at ?? null;
}

function read(): Seen[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? "[]");
    return Array.isArray(kept) ? (kept as Seen[]) : [];
  } catch {
    return [];
  }
}
