import { sha256 } from "@noble/hashes/sha2.js";
import type { Challenge } from "./challenge.ts";

/**
 * Solves a challenge by trying every number, one after another; answers with what `X-Proof` carries, or with nothing
 * when there is no such number. The hash is plain JavaScript: on plain http browsers have no `crypto.subtle` (rules
 * §3).
 */
export function solve({ algorithm, challenge, maxnumber, salt, signature }: Challenge): string | undefined {
  const wanted = Uint8Array.from(challenge.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const text = new Uint8Array(salt.length + 20);
  new TextEncoder().encodeInto(salt, text);
  for (let number = 0; number <= maxnumber; number++) {
    const digits = String(number);
    for (let at = 0; at < digits.length; at++) text[salt.length + at] = digits.charCodeAt(at);
    const hash = sha256(text.subarray(0, salt.length + digits.length));
    if (hash[0] !== wanted[0] || !hash.every((byte, at) => byte === wanted[at])) continue;
    return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
  }
  return undefined;
}
