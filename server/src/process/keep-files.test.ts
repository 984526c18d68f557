import { Readable, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { expect, test } from "vitest";
import { inParts, keepFiles } from "./keep-files.ts";

function counted(size = 10) {
  const reads: string[] = [];
  const read = async (name: string) => {
    reads.push(name);
    return name === "gone" ? undefined : Buffer.alloc(size, name);
  };
  return { reads, read };
}

test("a file is read once for all who ask, and kept", async () => {
  const { reads, read } = counted();
  const kept = keepFiles(read, { maxBytes: 100 });
  const all = await Promise.all(Array.from({ length: 50 }, () => kept.get("a")));
  expect(new Set(all).size).toBe(1);
  expect((await kept.get("a"))?.toString()).toBe("aaaaaaaaaa");
  expect(reads).toEqual(["a"]);
});

test("beyond its bounds those asked for longest ago are dropped", async () => {
  const { reads, read } = counted();
  const kept = keepFiles(read, { maxBytes: 25 });
  for (const name of ["a", "b", "a", "c", "a", "b"]) await kept.get(name);
  expect(reads).toEqual(["a", "b", "c", "b"]);
});

test("what is not there, what failed, what was dropped and what is too old is read anew", async () => {
  const { reads, read } = counted();
  const kept = keepFiles(read, { maxBytes: 100 });
  expect([await kept.get("gone"), await kept.get("gone")]).toEqual([undefined, undefined]);
  await kept.get("a");
  kept.drop("a");
  await kept.get("a");
  expect(reads).toEqual(["gone", "gone", "a", "a"]);
  const brief = keepFiles(read, { maxBytes: 100, maxAgeMs: 0 });
  await brief.get("b");
  await brief.get("b");
  expect(reads.slice(4)).toEqual(["b", "b"]);
  let fails = true;
  const broken = keepFiles(async () => (fails ? Promise.reject(new Error("no disk")) : Buffer.from("x")), {
    maxBytes: 9,
  });
  await expect(broken.get("a")).rejects.toThrow("no disk");
  fails = false;
  expect((await broken.get("a"))?.toString()).toBe("x");
});

test("long bytes leave in parts that are views of the same memory", async () => {
  expect(inParts(Buffer.from("short"))).toBeInstanceOf(Buffer);
  const bytes = Buffer.alloc(100_000, "long ");
  expect(await buffer(inParts(bytes) as Readable)).toEqual(bytes);
  const parts: Buffer[] = [];
  for await (const part of inParts(bytes) as Readable) parts.push(part);
  expect(new Set(parts.map((part) => part.buffer))).toEqual(new Set([bytes.buffer]));
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(16_384);
});

/** How often others have their turn while a caller takes all that it is given at once. */
async function turnsOf(stream: Readable): Promise<number> {
  let turns = 0;
  let turn = setImmediate(function count() {
    turns++;
    turn = setImmediate(count);
  });
  await pipeline(stream, new Writable({ highWaterMark: 16_384, write: (_part, _encoding, done) => done() }));
  clearImmediate(turn);
  return turns;
}

test("2 MB leave in many turns, a script in one; parts that do not wait leave in one turn (broken twin)", async () => {
  const parts = (count: number) => inParts(Buffer.alloc(count * 16_384)) as Readable;
  expect(await turnsOf(parts(128))).toBeGreaterThan(100);
  expect(await turnsOf(parts(4))).toBeLessThan(4);
  expect(await turnsOf(Readable.from(Array.from({ length: 128 }, () => Buffer.alloc(16_384))))).toBeLessThan(4);
});
