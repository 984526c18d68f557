import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { giveToFolderOwner } from "./data-dir.ts";
import { keepSecretKey } from "./secret-key.ts";

vi.mock(import("./data-dir.ts"), async (original) => {
  const real = await original();
  return { ...real, giveToFolderOwner: vi.fn(real.giveToFolderOwner) };
});

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

test("two first starts at once end with the same secret, also where both have one process number", () => {
  let other: string | undefined;
  // The other one starts while the first has written its secret beside, and ends before that one is linked.
  vi.mocked(giveToFolderOwner).mockImplementationOnce(() => {
    other = keepSecretKey({ secretKey: null, dataDir: folder });
  });
  expect(keepSecretKey({ secretKey: null, dataDir: folder })).toBe(other);
  expect(readdirSync(folder)).toEqual(["secret-key"]);
});

test("SECRET_KEY wins and writes nothing", () => {
  expect(keepSecretKey({ secretKey: "x".repeat(32), dataDir: join(folder, "none") })).toBe("x".repeat(32));
  expect(() => statSync(join(folder, "none"))).toThrow();
});

test("a broken secret file stops the start, it is never replaced", () => {
  writeFileSync(join(folder, "secret-key"), "");
  expect(() => keepSecretKey({ secretKey: null, dataDir: folder })).toThrow(/holds no secret/);
});
