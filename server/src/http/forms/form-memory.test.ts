import { PassThrough } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeAll, expect, test } from "vitest";
import { readForm } from "./multipart.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const fields = Array.from({ length: 59 }, (_, n) => `x${n}`);
/** The last letter makes each text one of two bytes a letter. */
const text = `${"x".repeat(64 * 1024 - 3)}ع`;
const kilobyte = 1024;
const ofMember = 16 * kilobyte;

type Bounds = { texts: string[]; textBytes: number; sent?: string };

/** Says how many KB of memory each of ten forms holds that have sent 59 texts, of 64 KB, and never end. */
async function heldByEach({ texts, textBytes, sent = text }: Bounds): Promise<{ held: number; refused: number }> {
  const forms = Array.from({ length: 10 }, () => new PassThrough());
  let refused = 0;
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (const form of forms) {
    readForm(form, {
      contentType: "multipart/form-data; boundary=b",
      files: ["avatar"],
      texts,
      textBytes,
      newUpload: () => "",
      uploads: [],
    }).catch(() => refused++);
    for (const name of fields) {
      form.write(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${sent}\r\n`);
      await new Promise(setImmediate);
    }
    form.write("--b\r\n");
  }
  await new Promise(setImmediate);
  collectGarbage();
  const held = (process.memoryUsage().heapUsed - before) / forms.length / kilobyte;
  for (const form of forms) form.destroy();
  return { held, refused };
}

// Code that is compiled on its first use is memory of no form.
beforeAll(() => heldByEach({ texts: fields, textBytes: ofMember }));

test("texts of a form that are too long are given up at once, while its caller goes on sending", async () => {
  for (const textBytes of [ofMember, 60 * ofMember, 200 * ofMember]) {
    const { held, refused } = await heldByEach({ texts: fields, textBytes });
    expect(refused).toBe(10);
    // Megabytes where nothing bounds them; other tests of the process leave some kilobytes.
    expect(held).toBeLessThan(100);
  }
});

test("of a form that never ends no more is held than its texts may have", async () => {
  const { held, refused } = await heldByEach({ texts: fields, textBytes: ofMember, sent: "ع".repeat(130) });
  expect(refused).toBe(0);
  expect(held).toBeLessThan(80);
});

test("texts that the call does not know are not held", async () => {
  const { held, refused } = await heldByEach({ texts: ["username"], textBytes: 64 * 60 * kilobyte });
  expect(refused).toBe(0);
  expect(held).toBeLessThan(60);
});

test("each form would hold megabytes where nothing bounds its texts (broken twin)", async () => {
  const { held, refused } = await heldByEach({ texts: fields, textBytes: 64 * 60 * kilobyte });
  expect(refused).toBe(0);
  expect(held).toBeGreaterThan(7_000);
});
