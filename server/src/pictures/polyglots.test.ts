import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { deflateSync } from "node:zlib";
import { Role } from "@saha/contract";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionHeaders } from "../../test/caller.ts";
import { form } from "../../test/form.ts";
import type { Member } from "../../test/given.ts";
import { openServer, type Server } from "../../test/harness.ts";
import { chunk, gifOf, noise, picture, pngOf, svg } from "../../test/picture-bytes.ts";

let server: Server;
let admin: Member;

beforeAll(async () => {
  server = await openServer();
  admin = await server.given.user({ roleId: Role.Admin });
});
afterAll(() => server.close());

async function upload(bytes: Buffer) {
  return server.send("PUT", "/api/main-theme", await form({ logo: { bytes } }, sessionHeaders(admin)));
}

const script = "/*<script>canary(1)</script><?php system('id'); ?>*/=canary(1);//";

test.for<[string, () => Buffer | Promise<Buffer>]>([
  ["a GIF with a script for its comment", async () => withComment(await picture("gif"))],
  ["a GIF with a script after its end", async () => Buffer.concat([await picture("gif"), Buffer.from(script)])],
  [
    "a PNG with a page after its end",
    async () => Buffer.concat([await picture("png"), Buffer.from(`<html>${script}`)]),
  ],
  [
    "a PNG with a script for its text",
    () => pngOf(64, 32, { rows: 32, chunks: [chunk("tEXt", Buffer.from(`Comment\0${script}`))] }),
  ],
  ["a JPEG with a script for its comment", async () => withJpegComment(await noise("jpeg"))],
  [
    "a JPEG with an archive after its end",
    async () => Buffer.concat([await picture("jpeg"), Buffer.from(`PK\x03\x04${script}`)]),
  ],
  [
    "a WebP with a page after its end",
    async () => Buffer.concat([await picture("webp"), Buffer.from(`<html>${script}`)]),
  ],
  [
    "a drawing with scripts and handlers",
    () =>
      svg(
        'viewBox="0 0 64 32" onload="canary(1)"',
        `<script>${"canary(1)"}</script><a href="javascript:canary(1)"><rect width="9" height="9" onclick="canary(1)"/></a>`,
      ),
  ],
  [
    "a PNG with 200 MB of zeros for a profile",
    () =>
      pngOf(64, 32, {
        rows: 32,
        chunks: [chunk("iCCP", Buffer.concat([Buffer.from("x\0\0"), deflateSync(Buffer.alloc(200_000_000))]))],
      }),
  ],
  ["a GIF of 50,000 frames", () => gifOf(500, 500, 50_000)],
])("only the pixels are left of %s", async ([, make]) => {
  const answer = await upload(await make());
  expect(answer.status, answer.text).toBe(200);
  const file = await fetch(server.address + JSON.parse(answer.text).data.logo);
  const bytes = Buffer.from(await file.arrayBuffer());
  const left = /canary\(1|<script|<html|system\(/i.exec(bytes.toString("latin1"));
  expect(left).toBeNull();
  const { format, exif, icc, xmp, pages } = await sharp(bytes).metadata();
  expect({ format, exif, icc, xmp, pages }).toEqual({ format: "webp" });
  expect(bytes.length).toBe(bytes.readUInt32LE(4) + 8);
});

test("a drawing makes no call and reads no file, whatever slips past the check of its source", async () => {
  let asked = 0;
  const other = createServer((_request, response) => {
    asked++;
    response.end();
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  // A character reference within the name hides the attribute from a search, not from a parser.
  const inside = `<image width="9" height="9" x&#108;ink:href="${address}/a.png"/><style><![CDATA[rect{fill:u\\72l(${address}/b.svg#x)}]]></style><rect width="9" height="9"/>`;
  await upload(svg('viewBox="0 0 9 9"', inside));
  await new Promise<void>((resolve) => other.close(() => resolve()));
  expect(asked).toBe(0);
});

function withComment(gif: Buffer): Buffer {
  const text = Buffer.from(script);
  return Buffer.concat([gif.subarray(0, -1), Buffer.from([0x21, 0xfe, text.length]), text, Buffer.from([0, 0x3b])]);
}

function withJpegComment(jpeg: Buffer): Buffer {
  const text = Buffer.from(script);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, text.length + 2]), text, jpeg.subarray(2)]);
}
