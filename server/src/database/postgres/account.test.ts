import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { postmasterOf, query, startApplication } from "../../../test/running-application.ts";
import { temporaryRoot } from "./temporary-postgres.ts";

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };
const nameless = { uid: 1_876_543, gid: 1_876_543 };
const isReachable =
  isRoot && spawnSync(process.execPath, ["--check", import.meta.filename], { ...nobody, cwd: "/" }).status === 0;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(temporaryRoot(), "saha-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The owner of the server that an application on `dataDir` started, after a start, a restart and a clean end. */
async function ownerOfServer(dataDir: string, surroundings = {}): Promise<number> {
  let owner = -1;
  for (const sql of ["create table kept (id int)", "select * from kept"]) {
    const application = startApplication(dataDir, surroundings);
    await query(await application.url, sql);
    owner = statSync(`/proc/${postmasterOf(dataDir)}`).uid;
    application.process.kill("SIGTERM");
    expect(await application.ended).toBe(0);
  }
  return owner;
}

/** A PATH on which there is no unshare. */
function withoutUnshare(): NodeJS.ProcessEnv {
  mkdirSync(join(folder, "bin"));
  symlinkSync("/bin/sh", join(folder, "bin", "sh"));
  return { PATH: join(folder, "bin") };
}

test("an ordinary user runs the database as itself", { skip: isRoot }, async () => {
  expect(await ownerOfServer(join(folder, "data"))).toBe(process.getuid?.());
});

describe.runIf(isRoot)("as root", () => {
  test("the database runs, without any account, in a folder that only root may enter", async () => {
    expect(await ownerOfServer(join(folder, "data"))).toBe(0);
  });

  test.runIf(isReachable)("in a folder of somebody else it runs as that one, who may start it next", async () => {
    chownSync(folder, nobody.uid, nobody.gid);
    const dataDir = join(folder, "data");
    expect(await ownerOfServer(dataDir)).toBe(nobody.uid);
    expect(statSync(dataDir).uid).toBe(nobody.uid);
    const next = startApplication(dataDir, nobody);
    await query(await next.url, "select * from kept");
    next.process.kill("SIGTERM");
    expect(await next.ended).toBe(0);
  });

  test.runIf(isReachable).each([
    ["with a name", nobody],
    ["without a name", nameless],
  ])("an ordinary user %s runs the database as itself", async (_, account) => {
    chownSync(folder, account.uid, account.gid);
    expect(await ownerOfServer(join(folder, "data"), account)).toBe(account.uid);
  });

  test.runIf(isReachable)("where there is no unshare, nobody serves, also on files that root had", async () => {
    spawnSync("chmod", ["711", folder]);
    const dataDir = join(folder, "data");
    const first = startApplication(dataDir);
    await query(await first.url, "create table before (id int)");
    first.process.kill("SIGTERM");
    await first.ended;
    expect(await ownerOfServer(dataDir, { env: withoutUnshare() })).toBe(nobody.uid);
  });

  test("where there is no unshare and nobody may enter, the start stops with a sentence that names DATABASE_URL", async () => {
    const application = startApplication(join(folder, "data"), { env: withoutUnshare() });
    await expect(application.url).rejects.toThrow(/^No account of this machine can run .+DATABASE_URL/);
    expect(await application.ended).toBe(1);
  });
});
