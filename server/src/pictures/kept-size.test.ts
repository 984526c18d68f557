import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { api, type Endpoint, Role } from "@saha/contract";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionHeaders } from "../../test/caller.ts";
import { form } from "../../test/form.ts";
import type { Member } from "../../test/given.ts";
import { openServer, type Server } from "../../test/harness.ts";
import { photograph, staticOf, svg } from "../../test/picture-bytes.ts";
import type { KeptSize } from "./render.ts";
import { openRenderer } from "./renderer.ts";

const folder = mkdtempSync(join(tmpdir(), "saha-kept-"));
const renderer = openRenderer();
let server: Server;
let usual: Buffer;
let count = 0;

beforeAll(async () => {
  server = await openServer();
  usual = await photograph(2048);
});
afterAll(async () => {
  renderer.close();
  rmSync(folder, { recursive: true });
  await server.close();
});

/** What is kept of a picture, drawn in a process with the usual limits. */
async function kept(bytes: Buffer, size?: KeptSize): Promise<Buffer> {
  const from = join(folder, `${++count}`);
  writeFileSync(from, bytes);
  await renderer.render(from, `${from}.webp`, undefined, size);
  return readFileSync(`${from}.webp`);
}

async function sideOf(picture: Buffer): Promise<number> {
  const { width, height } = await sharp(picture).metadata();
  return Math.max(width, height);
}

/** The best encoding of a picture, whatever it takes. */
const best = (bytes: Buffer, side = 2048) =>
  sharp(bytes)
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 86, alphaQuality: 100, smartSubsample: true })
    .toBuffer();

/** Black or white in each channel, see-through by chance: nothing takes more bytes. */
async function harshest(side: number): Promise<Buffer> {
  const raw = { width: side, height: side, channels: 4 as const };
  const pixels = await sharp(await staticOf(side))
    .raw()
    .toBuffer();
  const harsh = pixels.map((value, at) => (at % 4 === 3 ? value : value < 128 ? 0 : 255));
  return sharp(harsh, { raw }).png({ compressionLevel: 0 }).toBuffer();
}

test.for<[string, () => Promise<Buffer>]>([
  ["noise of 2048 pixels with alpha", () => staticOf(2048)],
  ["four rows of noise over and over, 117 KB as a PNG", () => staticOf(2048, { rows: 4, channels: 3 })],
  ["the harshest of 1024 pixels", () => harshest(1024)],
  ["the harshest of 320 pixels", () => harshest(320)],
])("whatever is sent, a megabyte at most is kept, 40 KB of what anybody may send: %s", async ([, make]) => {
  const bytes = await make();
  expect((await kept(bytes)).length).toBeLessThanOrEqual(1_000_000);
  const small = await kept(bytes, "small");
  expect(small.length).toBeLessThanOrEqual(40_000);
  // Noise is nobody's face, and still as large as it is shown.
  expect(await sideOf(small)).toBeGreaterThanOrEqual(128);
});

test("the best encoding of noise takes more than a megabyte, with alpha that of 1024 pixels too (broken twin)", async () => {
  expect((await best(await staticOf(2048, { rows: 4, channels: 3 }))).length).toBeGreaterThan(3_000_000);
  expect((await best(await staticOf(1024))).length).toBeGreaterThan(1_750_000);
});

test("a photograph of 2048 pixels is kept as well as ever, one of a wood with less quality", async () => {
  const [same, asEver] = await Promise.all([kept(usual), best(usual)]);
  // Not by their bytes one by one, which takes a second.
  expect(same.equals(asEver)).toBe(true);
  const wood = await photograph(2048, 0.2);
  const [less, all] = await Promise.all([kept(wood), best(wood)]);
  expect(all.length).toBeGreaterThan(1_000_000);
  expect([await sideOf(less), less.length < 1_000_000]).toEqual([2048, true]);
});

test("a photograph that anybody sends is as good at 320 pixels, and what is see-through stays so", async () => {
  const small = await kept(usual, "small");
  expect(await sideOf(small)).toBe(320);
  const fade = Buffer.from(
    '<svg width="1024" height="1024"><defs><linearGradient id="g"><stop stop-opacity="0"/><stop offset="1"/></linearGradient></defs><rect width="1024" height="1024" fill="url(#g)"/></svg>',
  );
  const faded = await sharp(usual)
    .resize(1024)
    .composite([{ input: fade, blend: "dest-in" }])
    .png()
    .toBuffer();
  expect((await kept(faded, "small")).equals(await best(faded, 320))).toBe(true);
});

test("a drawing that anybody sends is drawn at 320 pixels, flat colours exact", async () => {
  const small = await kept(svg('viewBox="0 0 24 12"'), "small");
  expect(await sideOf(small)).toBe(320);
  const { data } = await sharp(small).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)]).toEqual([0xdc, 0x14, 0x3c]);
});

test("an avatar is kept small, also one that an administrator sets; a logo large", async () => {
  const [member, admin] = [await server.given.user(), await server.given.user({ roleId: Role.Admin })];
  const bytes = await staticOf(1000, { channels: 3 });
  const send = async (by: Member, path: string, field: string) => {
    const answer = await server.send("PUT", path, await form({ [field]: { bytes } }, sessionHeaders(by)));
    expect(answer.status, answer.text).toBe(200);
    const stored = await fetch(server.address + JSON.parse(answer.text).data[field]);
    return Buffer.from(await stored.arrayBuffer());
  };
  for (const by of [member, admin]) {
    const avatar = await send(by, `/api/profile/${member.id}`, "avatar");
    expect(await sideOf(avatar)).toBeLessThanOrEqual(320);
    expect(avatar.length).toBeLessThanOrEqual(40_000);
  }
  expect(await sideOf(await send(admin, "/api/main-theme", "logo"))).toBe(1000);
});

test("attendees send pictures in one call alone, that of their profile", () => {
  const calls = Object.values(api).flatMap((group): Endpoint[] => Object.values(group));
  const ofAttendees = calls.filter(
    ({ files, access }) => files && (typeof access === "string" || access.includes(Role.User)),
  );
  expect(ofAttendees).toEqual([api.profiles.update]);
});
