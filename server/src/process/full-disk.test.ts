import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statfsSync } from "node:fs";
import { request as open } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json, text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../test/free-port.ts";
import { query, until } from "../../test/running-application.ts";
import { clusterIn, clusterUrls } from "../database/postgres/cluster.ts";

const megabyte = 1024 * 1024;
/** Whoever may not mount a small disk of memory can't fill one either. */
const disk = mountSmallDisk();
const main = join(import.meta.dirname, "../main.ts");
let child: ChildProcess;
let address: string;
let said = "";

function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "saha-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=272m,mode=0755", "tmpfs", folder], { stdio: "ignore" });
    return folder;
  } catch {
    rmdirSync(folder);
    return undefined;
  }
}

async function send(method: string, path: string, { token, body }: { token?: string; body?: object | FormData } = {}) {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { "content-type": "application/json" }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, ...(text && (JSON.parse(text) as { code?: string; data?: Record<string, never> })) };
}

const password = "a long good one";
let count = 0;
const register = () => {
  const body = { username: `person-${++count}`, password, password_confirmation: password };
  return send("POST", "/api/auth/register", { body });
};
const free = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};
function fill(folder: string, left: number): void {
  for (const size of [megabyte, 4096]) {
    const part = Buffer.alloc(size);
    try {
      while (free(folder) > left + size) appendFileSync(join(folder, "filler"), part);
      if (left === 0) appendFileSync(join(folder, "filler"), part);
    } catch {
      // Full.
    }
  }
}

describe.skipIf(!disk)("on a full disk", () => {
  const folder = disk ?? "";
  const dataDir = join(folder, "data");
  let token = "";
  let env: NodeJS.ProcessEnv;
  let start: () => Promise<void>;

  beforeAll(async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    env = { ...process.env, PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir, ADMIN_PASSWORD: password };
    start = async () => {
      child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "pipe"] });
      for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said += String(chunk)));
      const isReady = () =>
        fetch(`${address}/api/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      await until("ready", isReady, 40_000);
    };
    await start();
    const body = { identifier: "admin", password };
    token = ((await send("POST", "/api/auth/login", { body })).data as unknown as { accessToken: string }).accessToken;
    await until("ballast", () => existsSync(join(dataDir, "postgres", "ballast")));
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("close", resolve));
  };
  afterAll(async () => {
    await stop();
    execFileSync("umount", ["-l", folder]);
    rmdirSync(folder);
  });

  test("near its end reading goes on, writing and uploading wait with a sentence, and go on when there is room", async () => {
    expect((await register()).status).toBe(201);
    fill(folder, 30 * megabyte);
    await until("refused", async () => (await register()).status === 503);
    expect(await register()).toMatchObject({ status: 503, code: "server.disk_full" });
    const form = new FormData();
    form.append("avatar", new Blob([Buffer.alloc(megabyte)]), "avatar.png");
    expect(await send("PUT", "/api/profile/1", { token, body: form })).toMatchObject({ code: "server.disk_full" });
    for (const path of ["/api/auth/me", "/api/user", "/api/main-theme"]) {
      expect((await send("GET", path, { token })).status, path).toBe(200);
    }
    rmSync(join(folder, "filler"));
    await until("open again", async () => (await register()).status === 201, 10_000);
  });

  /** Sends a member's form but for its end; tells what it is answered, and whether that has come. */
  function halfForm({ token, id }: { token: string; id: number }) {
    const state: { code?: string } = {};
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "multipart/form-data; boundary=x",
      "content-length": String(15 * megabyte),
    };
    const asked = open(`${address}/api/profile/${id}`, { method: "PUT", headers }, async (answer) => {
      state.code = ((await json(answer)) as { code: string }).code;
      asked.destroy();
    });
    asked.on("error", () => {});
    asked.write('--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n');
    asked.write(Buffer.alloc(14 * megabyte, 7));
    return { state, end: () => asked.destroy() };
  }

  test("forms that members send half of leave room for all, and give it back where others fill the disk", async () => {
    const members = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { username } = (await register()).data as unknown as { username: string };
        const { data } = await send("POST", "/api/auth/login", { body: { identifier: username, password } });
        const { accessToken, user } = data as unknown as { accessToken: string; user: { id: number } };
        return { id: user.id, token: accessToken };
      }),
    );
    fill(folder, 150 * megabyte);
    await sleep(1_100);
    const forms = [...members, ...members].map(halfForm);
    let lowest = free(folder);
    for (const end = Date.now() + 4_000; Date.now() < end; await sleep(50)) {
      lowest = Math.min(lowest, free(folder));
      expect((await register()).status).toBe(201);
    }
    const coming = () => forms.filter(({ state }) => state.code === undefined).length;
    expect(new Set(forms.map(({ state }) => state.code))).toEqual(new Set([undefined, "server.disk_full"]));
    expect(coming()).toBeGreaterThanOrEqual(1);
    expect(coming()).toBeLessThanOrEqual(3);
    expect(lowest).toBeGreaterThan(64 * megabyte);
    fill(folder, 50 * megabyte);
    await until("given up", () => coming() === 0 && readdirSync(join(dataDir, "uploads")).length === 0);
    for (const { end } of forms) end();
    rmSync(join(folder, "filler"));
    await until("open again", async () => (await register()).status === 201, 10_000);
  });

  test("one that was stopped while the disk is full starts by the ballast, reads, and writes with room", async () => {
    const ballast = join(dataDir, "postgres", "ballast");
    await stop();
    fill(folder, 0);
    await start();
    expect(existsSync(ballast)).toBe(false);
    expect((await send("GET", "/api/main-theme")).status).toBe(200);
    await opensAgain();
    await stop();
    await start();
    await until("ballast", () => existsSync(ballast));
  });

  test("a second application, which is refused, leaves the ballast of the one that runs", async () => {
    fill(folder, 9 * megabyte);
    const second = spawn(process.execPath, [main], { env, stdio: ["ignore", "ignore", "pipe"] });
    expect(await text(second.stderr)).toContain("Saha is already running");
    expect(existsSync(join(dataDir, "postgres", "ballast"))).toBe(true);
    await opensAgain();
  });

  /** Fills the disk to its last byte and has the database's log want more, until it stands still or is gone. */
  async function breakDatabase(isBroken: () => boolean): Promise<void> {
    const { owner } = clusterUrls(clusterIn(join(dataDir, "postgres")));
    const writeLog = "select pg_logical_emit_message(false, 'x', repeat('y', 4000000)) from generate_series(1, 100)";
    await until(
      "broken",
      async () => {
        fill(folder, 0);
        await query(owner, writeLog).catch(() => {});
        // What the application does about it frees room, which must not be filled at once.
        for (let waited = 0; waited < 5000 && !isBroken(); waited += 50) await sleep(50);
        return isBroken();
      },
      60_000,
    );
  }

  async function opensAgain(): Promise<void> {
    rmSync(join(folder, "filler"));
    await until("open again", async () => (await register()).status === 201, 10_000);
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  }

  test("where the database's log can't grow reads come back by the ballast, writes with room", async () => {
    const ballast = join(dataDir, "postgres", "ballast");
    await breakDatabase(() => !existsSync(ballast));
    await until("read again", async () => (await send("GET", "/api/auth/me", { token })).status === 200, 40_000);
    await until("refused", async () => (await register()).code === "server.disk_full");
    await opensAgain();
  });

  test("without a ballast the application answers 503, keeps trying and is back within 10 s of room", async () => {
    rmSync(join(dataDir, "postgres", "ballast"), { force: true });
    await breakDatabase(() => said.includes("trying on"));
    for (let n = 0; n < 5; n++) expect((await send("GET", "/api/auth/me", { token })).status).toBe(503);
    expect((await send("GET", "/api/health/live")).status).toBe(200);
    await opensAgain();
  });
});
