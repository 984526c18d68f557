import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import QRCode from "qrcode";
import sharp from "sharp";
import { expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { deriveKeys } from "../process/secrets.ts";
import {
  newInvitationCode,
  qrSvg,
  qrToken,
  readQrToken,
  readShortCode,
  shortCode,
  shortCodeHash,
} from "./ticket-code.ts";

const keys = deriveKeys("a secret of tests, of more than 32 letters");
const rounds = 25_000;

function flipped(token: string, bit: number): string {
  const bytes = Buffer.from(token, "base64url");
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return bytes.toString("base64url");
}

test("a token names its uuid, under the key that signed it and no other", () => {
  for (let i = 0; i < 200; i++) {
    const uuid = randomUUID();
    const token = qrToken(keys, uuid);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(readQrToken(keys, token)).toBe(uuid);
    expect(readQrToken(deriveKeys("another secret, of more than 32 letters"), token)).toBeUndefined();
  }
});

test("of 100,000 forged tokens not one is taken: random, bits flipped, row ids, uuids without their signature", () => {
  let hits = 0;
  for (let i = 0; i < rounds; i++) {
    const uuid = randomUUID();
    const bare = Buffer.concat([Buffer.from(uuid.replaceAll("-", ""), "hex"), randomBytes(16)]);
    const forged = [
      randomBytes(32).toString("base64url"),
      flipped(qrToken(keys, uuid), i % 256),
      String(i),
      bare.toString("base64url"),
    ];
    hits += forged.filter((token) => readQrToken(keys, token) !== undefined).length;
  }
  expect(hits).toBe(0);
});

test("every one of its bits counts, and only one spelling is a token", () => {
  const token = qrToken(keys, randomUUID());
  for (let bit = 0; bit < 256; bit++) expect(readQrToken(keys, flipped(token, bit))).toBeUndefined();
  const base64 = Buffer.from(token, "base64url").toString("base64");
  // The last letter carries two bits that mean nothing: three other letters decode to the same bytes.
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const at = letters.indexOf(token.at(-1) ?? "");
  const others = [1, 2, 3].map((step) => token.slice(0, -1) + letters[(at & ~3) | ((at + step) & 3)]);
  for (const spelling of [
    base64,
    `${token}=`,
    ` ${token}`,
    `${token}\n`,
    token.toLowerCase(),
    `${token}A`,
    ...others,
  ]) {
    if (spelling !== token) expect(readQrToken(keys, spelling), spelling).toBeUndefined();
  }
});

test("short codes are one a purchase, told by the key alone, and 50,000 of them don't meet", () => {
  const codes = new Set<string>();
  for (let i = 0; i < 50_000; i++) codes.add(shortCode(keys, randomUUID()));
  expect(codes.size).toBe(50_000);
  const uuid = randomUUID();
  expect(shortCode(keys, uuid)).toBe(shortCode(keys, uuid));
  expect(shortCode(deriveKeys("another secret, of more than 32 letters"), uuid)).not.toBe(shortCode(keys, uuid));
  expect(shortCodeHash(keys, shortCode(keys, uuid))).toHaveLength(32);
});

test.each([
  ["ABCDE-23456", "ABCDE-23456"],
  ["abcde23456", "ABCDE-23456"],
  [" a b c d e – 2 3 4 5 6 ", "ABCDE-23456"],
  ["abcde_٢٣٤٥٦", "ABCDE-23456"],
  ["ABCDE-۲۳۴۵۶", "ABCDE-23456"],
  ["ＡＢＣＤＥ２３４５６", "ABCDE-23456"],
  ["ABCDE-2345", undefined],
  ["ABCDE-234567", undefined],
  ["ABCDE-23450", undefined],
  ["ABCDE-2345O", undefined],
  ["ABCDE-2345I", undefined],
  ["", undefined],
  [`${" ".repeat(70)}ABCDE-23456`, undefined],
  ["ﷺ".repeat(3), undefined],
  ["\u200E\u2066ABCDE-FGHJK\u2069", "ABCDE-FGHJK"],
])("the typed %j is read as %j", (typed, code) => expect(readShortCode(typed)).toBe(code));

test("invitation codes are of twelve letters without look-alikes, and 20,000 of them don't meet", () => {
  const codes = Array.from({ length: 20_000 }, newInvitationCode);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.every((code) => /^[2-9A-HJKMNP-Z]{12}$/.test(code))).toBe(true);
});

test("the QR of every token is of one size, black and white with its quiet zone, and a camera reads it", async () => {
  const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm")));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } });
  for (let i = 0; i < 50; i++) {
    const token = qrToken(keys, randomUUID());
    const svg = await qrSvg(token);
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 41 41"/);
    expect(svg).toContain("#ffffff");
    expect(svg).toContain("#000000");
    const picture = await sharp(Buffer.from(svg)).resize(328).png().toBuffer();
    expect((await readBarcodes(picture, { formats: ["QRCode"] })).map(({ text }) => text)).toEqual([token]);
  }
});

/** Processor time of 200 drawings in milliseconds, the least of five rounds. */
async function costOf(draw: (token: string) => Promise<string>): Promise<number> {
  const tokens = Array.from({ length: 200 }, () => qrToken(keys, randomUUID()));
  const rounds: number[] = [];
  for (let i = 0; i < 5; i++) {
    const before = process.cpuUsage();
    for (const token of tokens) await draw(token);
    rounds.push(process.cpuUsage(before).user / 1000);
  }
  return Math.min(...rounds);
}

test("a drawing costs a fraction of one whose segments and mask the library chooses (broken twin)", async () => {
  const chosen = await costOf((token) => QRCode.toString(token, { type: "svg", margin: 4 }));
  expect(await costOf(qrSvg)).toBeLessThan(chosen / 3);
});
