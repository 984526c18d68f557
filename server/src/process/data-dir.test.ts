import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { explainForeignFile, makeDataDir } from "./data-dir.ts";

const main = join(import.meta.dirname, "..", "main.ts");
const nobody = { uid: 65_534, gid: 65_534 };
const isReachable =
  process.getuid?.() === 0 && spawnSync(process.execPath, ["--check", main], { ...nobody, cwd: "/" }).status === 0;

test("is made with the folders above it, and may be there already", () => {
  const folder = mkdtempSync(join(tmpdir(), "saha-data-dir-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const wanted = join(folder, "a", "b");
  expect([makeDataDir(wanted), makeDataDir(wanted)]).toEqual([wanted, wanted]);
  expect([join(folder, "a"), wanted].map((made) => statSync(made).mode & 0o777)).toEqual([0o711, 0o711]);
  writeFileSync(join(folder, "file"), "");
  expect(() => makeDataDir(join(folder, "file"))).toThrow(/^DATA_DIR .* cannot be made: EEXIST/);
});

test("where none can be made the start ends with a sentence, and what runs already is told why", () => {
  expect(() => makeDataDir("/proc/saha")).toThrow("DATA_DIR /proc/saha cannot be made: ENOENT");
  expect(() => makeDataDir("/proc/saha")).toThrow(expect.objectContaining({ code: "ENOENT" }));
});

test.runIf(isReachable).each([
  ["secret-key", { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" }],
  ["postgres", {}],
  ["", {}],
])("restored by root, %j stops the start of another account with a sentence that names it", (name, settings) => {
  const dataDir = mkdtempSync(join(tmpdir(), "saha-data-dir-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  mkdirSync(join(dataDir, "postgres", "data"), { recursive: true });
  writeFileSync(join(dataDir, "secret-key"), "a secret of tests, of more than 32 letters", { mode: 0o600 });
  if (name === "") {
    rmSync(join(dataDir, "postgres"), { recursive: true });
    chmodSync(dataDir, 0o711);
  } else {
    chmodSync(join(dataDir, "postgres"), 0o700);
    chownSync(dataDir, nobody.uid, nobody.gid);
  }
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: "0", ...settings };
  const { status, stderr } = spawnSync(process.execPath, [main], { ...nobody, cwd: "/", env, encoding: "utf8" });
  const sentence = "DATA_DIR and everything in it must belong to the account that starts Saha.";
  expect(stderr.replace(/E(ACCES|PERM)/, "E")).toBe(`${join(dataDir, name)} can't be used (E): ${sentence}\n`);
  expect(status).toBe(1);
});

test("an error of a file elsewhere, or of another kind, stays as it is", () => {
  for (const error of [{ code: "EACCES", path: "/data-old/x" }, { code: "ENOSPC", path: "/data/x" }, {}]) {
    const thrown = Object.assign(new Error("no"), error);
    expect(explainForeignFile(thrown, "/data")).toBe(thrown);
  }
});
