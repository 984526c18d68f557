import { spawn, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const script = join(import.meta.dirname, "../../scripts/prepare.mjs");

test("nothing is installed under an application that runs from the folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "saha-prepare-"));
  const programs = join(folder, "node_modules", "node-linux", "bin");
  for (const each of [programs, join(folder, "scripts"), join(folder, "tools")]) mkdirSync(each, { recursive: true });
  copyFileSync(script, join(folder, "scripts", "prepare.mjs"));
  const packages = { "node_modules/another": { integrity: "sha512-x" } };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages }));
  // What npm would do there, but for the network: it says that it was called, and fails.
  writeFileSync(join(folder, "tools", "npm"), `#!/bin/sh\ntouch "${folder}/called"\nexit 1\n`);
  chmodSync(join(folder, "tools", "npm"), 0o755);
  const node = join(programs, "node");
  copyFileSync(process.execPath, node);
  const prepare = () =>
    spawnSync(process.execPath, [join(folder, "scripts", "prepare.mjs")], {
      env: { PATH: `${join(folder, "tools")}:${process.env.PATH}` },
      encoding: "utf8",
    });

  writeFileSync(join(folder, "main.ts"), "setInterval(() => {}, 1000);");
  const application = spawn(node, [join(folder, "main.ts")], { stdio: "ignore" });
  try {
    await new Promise((resolve) => application.once("spawn", resolve));
    await expect.poll(() => prepare().stderr, { timeout: 10_000 }).toContain(`process ${application.pid})`);
    expect(existsSync(join(folder, "called"))).toBe(false);
    application.kill("SIGKILL");
    await new Promise((resolve) => application.once("close", resolve));
    expect(prepare().stderr).toContain("npm ci failed");
    expect(existsSync(join(folder, "called"))).toBe(true);
  } finally {
    application.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  }
});
