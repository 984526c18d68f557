import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { s3Storage } from "./s3-storage.ts";
import type { Storage } from "./storage.ts";

const secretAccessKey = "secret/of+tests";
const kept = new Map<string, Buffer>();
const folder = mkdtempSync(join(tmpdir(), "saha-s3-"));
const turn = { ip: "10.0.0.1" };
const timeout = 1_000;
let bucket: Server;
let storage: Storage;
/** What the bucket answers next instead, one by one; it may cut the connection too. */
const faults: (number | "cut")[] = [];

/** What speaks like a bucket, and refuses whoever does not sign as AWS writes it down (Signature Version 4). */
beforeAll(async () => {
  bucket = createServer(async (request, response) => {
    const body = await buffer(request);
    const path = request.url ?? "";
    if (!isSigned(request, body)) return void response.writeHead(403).end();
    if (path.endsWith("/hangs.webp")) return;
    if (path.endsWith("/stalls.webp")) return void response.writeHead(200, { "content-length": 9 }).write("a pic");
    const fault = faults.shift();
    if (fault === "cut") return void request.socket.resetAndDestroy();
    if (fault !== undefined) return void response.writeHead(fault).end("a fault");
    if (request.method === "PUT") kept.set(path, body);
    if (request.method === "DELETE") kept.delete(path);
    const found = kept.get(path);
    if (request.method === "GET" && !found) return void response.writeHead(404).end();
    response.end(request.method === "GET" ? found : undefined);
  });
  await new Promise<void>((resolve) => bucket.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
  const address = { endpoint, region: "eu-central-1", bucket: "saha", forcePathStyle: true };
  storage = s3Storage({ ...address, accessKeyId: "key", secretAccessKey }, { timeout });
});
afterAll(() => {
  bucket.close();
  rmSync(folder, { recursive: true });
});

test("a file is put, got and removed under its name", async () => {
  const from = join(folder, "upload");
  writeFileSync(from, "a picture");
  await storage.put("name.webp", from);
  expect([...kept.keys()]).toEqual(["/saha/files/name.webp"]);
  expect((await storage.get("name.webp", turn))?.toString()).toBe("a picture");
  await storage.remove("name.webp");
  expect(kept.size).toBe(0);
});

test("one that is not there is none, and removing it is no error", async () => {
  expect(await storage.get("gone.webp", turn)).toBeUndefined();
  await expect(storage.remove("gone.webp")).resolves.toBeUndefined();
});

test("what passes is tried three times in all, what does not once", async () => {
  faults.push(503, 429);
  expect(await storage.get("gone.webp", turn)).toBeUndefined();
  faults.push(500, 500, 500, 500);
  await expect(storage.get("gone.webp", turn)).rejects.toThrow("the bucket answered 500 to GET");
  expect(faults.splice(0)).toEqual([500]);
  faults.push(403, 403);
  await expect(storage.remove("gone.webp")).rejects.toThrow("the bucket answered 403 to DELETE");
  expect(faults.splice(0)).toEqual([403]);
});

test("a connection that is cut is tried three times in all, as what passes", async () => {
  const from = join(folder, "upload");
  writeFileSync(from, "a picture");
  faults.push("cut", 503);
  await storage.put("cut.webp", from);
  faults.push("cut", "cut");
  expect((await storage.get("cut.webp", turn))?.toString()).toBe("a picture");
  faults.push("cut", "cut", "cut", "cut");
  await expect(storage.get("cut.webp", turn)).rejects.toThrow("fetch failed");
  expect(faults.splice(0)).toEqual(["cut"]);
  faults.push("cut");
  await storage.remove("cut.webp");
  expect(kept.size).toBe(0);
});

test.for(["hangs.webp", "stalls.webp"])(
  "a bucket that %s is waited for until the time is over, also when garbage is collected meanwhile",
  async (name) => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const reads = Array.from({ length: 20 }, () => storage.get(name, turn).catch((error: Error) => error.message));
    for (let i = 0; i < 3; i++) {
      await sleep(timeout / 5);
      collectGarbage();
    }
    const ended = await Promise.race([Promise.all(reads), sleep(4 * timeout, ["not ended"])]);
    expect(new Set(ended)).toEqual(new Set(["the bucket took too long for GET"]));
    const connections = () => new Promise((resolve) => bucket.getConnections((_, count) => resolve(count)));
    // One of an earlier test may be kept for the next call.
    await expect.poll(connections).toBeLessThanOrEqual(1);
  },
);

function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { authorization = "", "x-amz-date": date = "", "x-amz-content-sha256": hash = "" } = request.headers;
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1] ?? "";
  const [, signature] = /Signature=([0-9a-f]{64})$/.exec(authorization) ?? [];
  const isBody = hash === "UNSIGNED-PAYLOAD" || hash === createHash("sha256").update(body).digest("hex");
  const headers = names.split(";").map((name) => `${name}:${request.headers[name]}\n`);
  const canonical = [request.method, request.url, "", headers.join(""), names, hash].join("\n");
  const scope = `${String(date).slice(0, 8)}/eu-central-1/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", date, scope, createHash("sha256").update(canonical).digest("hex")].join("\n");
  const key = scope
    .split("/")
    .reduce<string | Buffer>(
      (made, part) => createHmac("sha256", made).update(part).digest(),
      `AWS4${secretAccessKey}`,
    );
  return isBody && createHmac("sha256", key).update(text).digest("hex") === signature;
}
