import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export type RunningServer = { url: string; adminPassword: string; dataDir: string; stop(): Promise<void> };

type Options = { demo?: boolean; env?: Record<string, string> };

const root = fileURLToPath(new URL("../", import.meta.url));
const timeout = 90_000;

/** Starts the application as `npm start` does, on a free port and an event of its own; `stop` leaves nothing behind. */
export async function startServer(options: Options = {}): Promise<RunningServer> {
  for (let tries = 1; ; tries++) {
    try {
      return await start(options);
    } catch (error) {
      // Between finding a free port and listening on it another program may take it.
      if (tries === 3 || !String(error).includes("is taken")) throw error;
    }
  }
}

async function start(options: Options): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "saha-event-"));
  const port = await freePort();
  const adminPassword = "journeys-2026-admin";
  const args = ["server/src/main.ts", ...(options.demo ? ["--demo"] : [])];
  const said: string[] = [];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: "127.0.0.1",
      ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: "warn",
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => said.push(String(text)));
  const url = `http://localhost:${port}`;
  await ready(url, child, said);
  return { url, adminPassword, dataDir, stop: () => stop(child, dataDir) };
}

async function ready(url: string, child: ChildProcess, said: string[]): Promise<void> {
  for (const began = Date.now(); Date.now() - began < timeout; await sleep(100)) {
    if (child.exitCode !== null) break;
    const isReady = await fetch(`${url}/api/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
  }
  child.kill("SIGKILL");
  throw new Error(`The application did not start:\n${said.join("")}`);
}

async function stop(child: ChildProcess, dataDir: string): Promise<void> {
  if (child.exitCode === null) {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await gone;
  }
  await rm(dataDir, { recursive: true, force: true });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
