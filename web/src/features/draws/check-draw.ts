import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { PollDraw } from "@saha/contract";

/** What came of checking a draw, step by step; `winnerEntryId` is the winner as computed here. */
export type Check = {
  isSeedRight: boolean;
  isListRight: boolean;
  isWinnerRight: boolean;
  winnerEntryId: number | null;
};

const bits64 = 1n << 64n;

/**
 * Checks a draw by the public recipe: the seed gives its fingerprint, the list gives its own, and seed and list give
 * the winner. For c = 0, 1, … the first 8 bytes of HMAC-SHA-256(seed, `${listHash}:${c}`) are a number v; the first v
 * below the largest multiple of n decides by v mod n. In plain JavaScript: on plain http browsers have no
 * `crypto.subtle` (rules §6).
 */
export function checkDraw(draw: Pick<PollDraw, "seed" | "seedHash" | "list" | "listHash" | "winnerEntryId">): Check {
  const seed = hexToBytes(draw.seed);
  const listHash = bytesToHex(sha256(utf8ToBytes(draw.list)));
  const winnerEntryId = winnerOf(seed, draw.list, listHash);
  return {
    isSeedRight: bytesToHex(sha256(seed)) === draw.seedHash,
    isListRight: listHash === draw.listHash && isInOrder(draw.list),
    isWinnerRight: winnerEntryId === draw.winnerEntryId,
    winnerEntryId,
  };
}

/** Whether every step is right. */
export function isProven({ isSeedRight, isListRight, isWinnerRight }: Check): boolean {
  return isSeedRight && isListRight && isWinnerRight;
}

function winnerOf(seed: Uint8Array, list: string, listHash: string): number | null {
  const entries = list.split("\n");
  const n = BigInt(entries.length);
  const fair = (bits64 / n) * n;
  // Each try is beyond the fair part less than every second time.
  for (let c = 0; c < 200; c++) {
    const mac = hmac(sha256, seed, utf8ToBytes(`${listHash}:${c}`));
    const v = new DataView(mac.buffer, mac.byteOffset).getBigUint64(0);
    if (v < fair) return Number(entries[Number(v % n)]);
  }
  return null;
}

/** Whether the ids stand once each and ascending: another order would make another winner of the same people. */
function isInOrder(list: string): boolean {
  const ids = list.split("\n");
  return ids.every((id, at) => /^[1-9]\d*$/.test(id) && (at === 0 || Number(ids[at - 1]) < Number(id)));
}
