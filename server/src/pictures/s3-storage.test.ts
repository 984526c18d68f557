import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { s3Storage } from "./s3-storage.ts";
import type { Storage } from "./storage.ts";

const secretAccessKey = "secret/of+tests";
const kept = new Map<string, Buffer>();
const folder = mkdtempSync(join(tmpdir(), "saha-s3-"));
let bucket: Server;
let storage: Storage;

/** What speaks like a bucket, and refuses whoever does not sign as AWS writes it down (Signature Version 4). */
beforeAll(async () => {
  bucket = createServer(async (request, response) => {
    const body = await buffer(request);
    const path = request.url ?? "";
    if (!isSigned(request, body)) return void response.writeHead(403).end();
    if (request.method === "PUT") kept.set(path, body);
    if (request.method === "DELETE") kept.delete(path);
    const found = kept.get(path);
    if (request.method === "GET" && !found) return void response.writeHead(404).end();
    response.end(request.method === "GET" ? found : undefined);
  });
  await new Promise<void>((resolve) => bucket.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
  storage = s3Storage({
    endpoint,
    region: "eu-central-1",
    bucket: "saha",
    accessKeyId: "key",
    secretAccessKey,
    forcePathStyle: true,
  });
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
  expect((await storage.get("name.webp"))?.toString()).toBe("a picture");
  await storage.remove("name.webp");
  expect(kept.size).toBe(0);
});

test("one that is not there is none, and removing it is no error", async () => {
  expect(await storage.get("gone.webp")).toBeUndefined();
  await expect(storage.remove("gone.webp")).resolves.toBeUndefined();
});

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
