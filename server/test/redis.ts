import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { answers, freePort } from "./free-port.ts";

/**
 * A real Redis on a free port, that keeps nothing; it can be killed and started again on the same port. A snapshot that
 * a test asks for goes to `dir`.
 */
export async function openTestRedis(dir = "/tmp") {
  const port = await freePort();
  let running = await start(port, dir);
  const kill = async () => {
    running.stdin?.end();
    if (running.exitCode === null) await once(running, "exit");
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    restart: async () => {
      running = await start(port, dir);
    },
    close: kill,
  };
}

async function start(port: number, dir: string): Promise<ChildProcess> {
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", dir];
  // Our end of its input closes when we do, whatever ends us; then it ends the server.
  const script = 'redis-server "$@" > /dev/null & cat > /dev/null; kill -KILL $!; wait $! 2> /dev/null; exit 0';
  const child = spawn("sh", ["-c", script, "sh", ...options], { stdio: ["pipe", "ignore", "ignore"] });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error("redis-server did not start");
    await sleep(20);
  }
  return child;
}
