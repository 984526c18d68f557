import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepSecretKey } from "./secret-key.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "saha-secret-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a secret is made once, is kept, and only its owner reads it", () => {
  const dataDir = join(folder, "data");
  const made = keepSecretKey({ secretKey: null, dataDir });
  expect(made.length).toBeGreaterThanOrEqual(32);
  expect(keepSecretKey({ secretKey: null, dataDir })).toBe(made);
  expect(statSync(join(dataDir, "secret-key")).mode & 0o777).toBe(0o600);
});

test("SECRET_KEY wins and writes nothing", () => {
  expect(keepSecretKey({ secretKey: "x".repeat(32), dataDir: join(folder, "none") })).toBe("x".repeat(32));
  expect(() => statSync(join(folder, "none"))).toThrow();
});

test("a broken secret file stops the start, it is never replaced", () => {
  writeFileSync(join(folder, "secret-key"), "");
  expect(() => keepSecretKey({ secretKey: null, dataDir: folder })).toThrow(/holds no secret/);
});
