import { createHash, createHmac } from "node:crypto";

const bits64 = 1n << 64n;

/**
 * Draws one entry from a seed that was fixed before the list, by the recipe that anybody can follow: for c = 0, 1, …
 * the first 8 bytes of HMAC-SHA-256(seed, `${listHash}:${c}`) as a number v; the first v below the largest multiple of
 * n decides by v mod n, so that every entry is as likely as any other (rules §6).
 */
export function drawWinner(seed: Buffer, list: string): number {
  const entries = list.split("\n");
  const n = BigInt(entries.length);
  const fair = (bits64 / n) * n;
  const listHash = hashHex(list);
  for (let c = 0; ; c++) {
    const v = createHmac("sha256", seed).update(`${listHash}:${c}`).digest().readBigUInt64BE(0);
    if (v < fair) return Number(entries[Number(v % n)]);
  }
}

/** Hashes by SHA-256, as lower hex. */
export function hashHex(of: Buffer | string): string {
  return createHash("sha256").update(of).digest("hex");
}
