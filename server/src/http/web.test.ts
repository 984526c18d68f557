import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gzipSync } from "node:zlib";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packAnswers } from "./packing.ts";
import { answerRefusals } from "./refusal.ts";
import { addSecurityHeaders, serveWeb } from "./web.ts";

const script = `${"console.log(1);".repeat(200)}`;
const folder = mkdtempSync(join(tmpdir(), "saha-web-"));
const app = fastify();
const sentByHead: unknown[] = [];

beforeAll(async () => {
  mkdirSync(join(folder, "assets"));
  const files = {
    "index.html": `<!doctype html><head><title>Saha</title></head>${"<!-- -->".repeat(600)}`,
    "sw.js": script,
    "manifest.webmanifest": "{}",
    "assets/app-a1b2c3d4.js": script,
    "assets/app-a1b2c3d4.js.br": brotliCompressSync(script),
    "assets/app-a1b2c3d4.js.gz": gzipSync(script),
    "assets/app-a1b2c3d4.css": "a{}",
    "assets/long-a1b2c3d4.wasm": Buffer.alloc(2_000_000),
    "assets/reader-a1b2c3d4.wasm": Buffer.alloc(2000),
    "assets/alexandria-a1b2c3d4.woff2": Buffer.alloc(2000),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  answerRefusals(app);
  const settings = { eventTimeZone: "Africa/Cairo", eventDayEnds: "04:30", assetBaseUrl: "https://files.saha.example" };
  await addSecurityHeaders(app, { assetBaseUrl: null, publicUrl: "https://saha.example" });
  packAnswers(app);
  app.addHook("onSend", async (request, _reply, payload) => {
    if (request.method === "HEAD") sentByHead.push(payload);
    return payload;
  });
  await serveWeb(app, settings, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

function get(url: string, encodings = "gzip, deflate, br") {
  return app.inject({ url, headers: { "accept-encoding": encodings } });
}

test("a HEAD of a long file has the head of GET, and none of its parts is gone through", async () => {
  const url = "/assets/long-a1b2c3d4.wasm";
  const { headers } = await app.inject({ method: "HEAD", url });
  expect(sentByHead).toEqual([undefined]);
  const whole = await get(url);
  expect(whole.rawPayload).toHaveLength(2_000_000);
  for (const name of ["content-length", "content-type", "cache-control"]) {
    expect(headers[name]).toBe(whole.headers[name]);
  }
  expect((await app.inject({ method: "HEAD", url: "/" })).headers["content-type"]).toContain("text/html");
});

test("what is packed beforehand goes out as it is, to whoever can read it", async () => {
  const packed = await get("/assets/app-a1b2c3d4.js");
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(packed.rawPayload).toEqual(brotliCompressSync(script));
  expect(packed.headers.vary).toMatch(/accept-encoding/i);
  expect(packed.headers["content-type"]).toMatch(/^(text|application)\/javascript; charset=utf-8$/);
  expect((await get("/assets/app-a1b2c3d4.js", "gzip")).headers["content-encoding"]).toBe("gzip");
  const plain = await get("/assets/app-a1b2c3d4.js", "identity");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.headers.vary).toMatch(/accept-encoding/i);
  expect(plain.body).toBe(script);
});

test("names with a hash are kept for a year, all others asked for anew", async () => {
  for (const name of ["app-a1b2c3d4.js", "app-a1b2c3d4.css", "reader-a1b2c3d4.wasm", "alexandria-a1b2c3d4.woff2"]) {
    const { headers } = await get(`/assets/${name}`);
    expect(headers["cache-control"], name).toBe("public, max-age=31536000, immutable");
  }
  for (const path of ["/sw.js", "/manifest.webmanifest", "/", "/ticket/free", "/dashboard/users?x=1"]) {
    expect((await get(path)).headers["cache-control"], path).toBe("no-cache");
  }
});

test.for<[string, string]>([
  ["/assets/reader-a1b2c3d4.wasm", "application/wasm"],
  ["/assets/alexandria-a1b2c3d4.woff2", "font/woff2"],
  ["/assets/app-a1b2c3d4.css", "text/css; charset=utf-8"],
  ["/manifest.webmanifest", "application/manifest+json"],
  ["/", "text/html; charset=utf-8"],
])("%s is a %s", async ([path, type]) => {
  const { headers } = await get(path);
  expect(headers["content-type"]).toMatch(new RegExp(`^${type.replace("+", "\\+")}`));
  expect(headers["x-content-type-options"]).toBe("nosniff");
});

test("the page is packed, and the same for every screen", async () => {
  const { headers, rawPayload } = await get("/ticket/my-tickets");
  expect(headers["content-encoding"]).toBe("br");
  expect(headers.vary).toMatch(/accept-encoding/i);
  expect(brotliDecompressSync(rawPayload).toString()).toContain("<title>Saha</title>");
});

test.for([
  "/assets/gone-a1b2c3d4.js",
  "/assets/app-a1b2c3d4.js.br",
  "/api/nothing",
  "/api",
  "/favicon.png",
  "/index.html.gz",
])("%s is nothing, never the page", async (path) => {
  const answer = await get(path);
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: "request.not_found" });
});

describe("the security headers of the page", () => {
  test("scripts and styles come from here, everything is of a trusted type, nothing is framed", async () => {
    const { headers } = await get("/");
    const policy = String(headers["content-security-policy"]).split(";");
    for (const header of [
      "default-src 'none'",
      "connect-src 'self' wss://saha.example",
      "script-src 'self' 'wasm-unsafe-eval'",
      "require-trusted-types-for 'script'",
      "trusted-types default dompurify",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ]) {
      expect(policy).toContain(header);
    }
    expect(headers["strict-transport-security"]).toMatch(/^max-age=\d+$/);
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["permissions-policy"]).toContain("camera=(self)");
    expect(headers["x-powered-by"]).toBeUndefined();
  });
});

test("the page says the event's zone, when its days end and where pictures are", async () => {
  const { body } = await get("/login", "");
  const content = /<meta name="event" content="([^"]*)"/.exec(body)?.[1]?.replaceAll("&#34;", '"') ?? "";
  expect(JSON.parse(content)).toEqual({
    timeZone: "Africa/Cairo",
    dayEnds: "04:30",
    assetBase: "https://files.saha.example",
  });
});

test("another build in its place changes nothing before the next start", async () => {
  const assets = join(folder, "assets");
  rmSync(assets, { recursive: true });
  for (const encoding of ["br", "gzip", "identity"]) {
    const { statusCode, headers } = await get("/assets/app-a1b2c3d4.js", encoding);
    expect([statusCode, headers["content-encoding"] ?? "identity"]).toEqual([200, encoding]);
  }
  expect((await get("/assets/app-a1b2c3d4.css")).payload).toBe("a{}");
});
