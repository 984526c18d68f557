import { randomBytes, randomUUID } from "node:crypto";
import { latinDigits } from "@saha/contract";
import QRCode from "qrcode";
import { hmac, isSame, type Keys } from "../process/secrets.ts";

/*
 * What stands in a QR and under it. Both are made from the purchase's uuid under a key that the database does not have,
 * so the database alone makes no ticket (rules §4).
 */

/** No look-alikes: neither 0 and O nor 1, I and L. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const tokenBytes = 32;
/** Nobody types more than that for ten letters. */
const maxTyped = 64;

/** base64url of the 16 bytes of the uuid and 16 bytes of its HMAC. */
export function qrToken(keys: Keys, uuid: string): string {
  const id = uuidBytes(uuid);
  return Buffer.concat([id, signature(keys, id)]).toString("base64url");
}

/** The uuid that a token names, checked before anything is looked up; undefined for whatever we did not sign. */
export function readQrToken(keys: Keys, token: string): string | undefined {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== tokenBytes || bytes.toString("base64url") !== token) return undefined;
  const id = bytes.subarray(0, 16);
  return isSame(signature(keys, id), bytes.subarray(16)) ? uuidText(id) : undefined;
}

/** The path of the QR picture; an `<img>` sends no header, so the token stands in it. */
export function qrImagePath(keys: Keys, uuid: string): string {
  return `/api/ticket-purchase/qr/${qrToken(keys, uuid)}.svg`;
}

/** Ten letters for the guard's keyboard, shown `XXXXX-XXXXX`. */
export function shortCode(keys: Keys, uuid: string): string {
  const letters = lettersOf(hmac(keys.shortCode, `letters ${uuid}`), 10);
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** What the database keeps of a short code, to find it by. */
export function shortCodeHash(keys: Keys, code: string): Buffer {
  return hmac(keys.shortCode, `hash ${code}`);
}

/**
 * A typed short code in its one spelling: case, spaces, dashes, Arabic digits and marks of direction, which a copied
 * line brings along, don't matter; undefined when it is none.
 */
export function readShortCode(typed: string): string | undefined {
  if (typed.length > maxTyped) return undefined;
  const letters = latinDigits(typed)
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}_]/gu, "");
  if (letters.length !== 10 || [...letters].some((letter) => !alphabet.includes(letter))) return undefined;
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** What a new purchase is known by: its uuid, and what its short code is found by. */
export type NewPurchase = { uuid: string; shortCodeHash: Buffer };

export function newPurchase(keys: Keys): NewPurchase {
  const uuid = randomUUID();
  return { uuid, shortCodeHash: shortCodeHash(keys, shortCode(keys, uuid)) };
}

/** A fresh invitation code of twelve letters, about 59 bits (rules §4). */
export function newInvitationCode(): string {
  return lettersOf(randomBytes(32), 12);
}

/**
 * What the QRs of all tokens have in common. Left open, the library finds it out for each: it splits the text in
 * segments and tries all eight masks, 0.5 ms of everybody's time instead of 0.05. The mask is the one of the least
 * penalty in the mean; cameras read it as often as the best of eight.
 */
const symbol = { version: 4, errorCorrectionLevel: "M", maskPattern: 2 } as const;

/**
 * Draws the QR of a token as an SVG: black on white with its quiet zone, so that it scans from any screen. It costs
 * less than the request that asks for it, so none is kept and nobody waits (security: row 21).
 */
export function qrSvg(token: string): Promise<string> {
  return QRCode.toString([{ data: Buffer.from(token), mode: "byte" }], { ...symbol, type: "svg", margin: 4 });
}

function lettersOf(bytes: Buffer, count: number): string {
  let number = BigInt(`0x${bytes.toString("hex")}`);
  let letters = "";
  for (let i = 0; i < count; i++) {
    letters += alphabet[Number(number % BigInt(alphabet.length))];
    number /= BigInt(alphabet.length);
  }
  return letters;
}

function signature(keys: Keys, id: Buffer): Buffer {
  return hmac(keys.ticket, id).subarray(0, 16);
}

function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll("-", ""), "hex");
}

function uuidText(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
