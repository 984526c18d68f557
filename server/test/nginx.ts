import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { answers, freePort } from "./free-port.ts";

/** The address that stands for a hall. */
export const hall = "127.0.0.9";

const example = join(import.meta.dirname, "../../docs/proxy/nginx.conf");

/**
 * A real nginx before Saha by the settings that `docs/proxy/nginx.conf` recommends, on plain http and paths of its own;
 * `change` takes what a test needs smaller, or broken.
 */
export async function openNginx(saha: string, change: (settings: string) => string = (same) => same) {
  const folder = mkdtempSync(join(tmpdir(), "saha-nginx-"));
  // Its workers are another account's where it is started by root.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const own = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join(" ");
  const settings = [
    ["worker_processes auto;", "worker_processes 1; daemon off;"],
    ["worker_rlimit_nofile 150000;", `pid ${join(folder, "pid")};`],
    ["worker_connections 140000;", "worker_connections 1000;"],
    ["http {", `http { ${own}`],
    ["/var/log/nginx/", `${folder}/`],
    ["127.0.0.1:3000", new URL(saha).host],
    ["listen 443 ssl ", `listen 127.0.0.1:${port} `],
    [/^ *ssl_.*$/gm, ""],
  ].reduce((text, [usual = "", here = ""]) => replaced(text, usual, String(here)), readFileSync(example, "utf8"));
  const file = join(folder, "nginx.conf");
  writeFileSync(file, change(settings));
  const child = await start(["-p", folder, "-e", join(folder, "error.log"), "-c", file], port);
  return {
    port,
    /** What nginx has written to its log of requests. */
    logged: () => readFileSync(join(folder, "saha.log"), "utf8"),
    close: async () => {
      child.stdin?.end();
      while (child.exitCode === null) await sleep(20);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Puts `here` for `usual`; fails where that doesn't stand in the settings any more. */
export function replaced(settings: string, usual: string | RegExp, here: string): string {
  const text = settings.replaceAll(usual, here);
  if (text === settings) throw new Error(`nginx.conf says nothing like ${usual}`);
  return text;
}

async function start(options: string[], port: number): Promise<ChildProcess> {
  // Our end of its input closes when we do, whatever ends us; then it ends nginx and its workers.
  const script = '/usr/sbin/nginx "$@" & cat > /dev/null; kill -TERM $!; wait $! 2> /dev/null; exit 0';
  const child = spawn("sh", ["-c", script, "sh", ...options], { stdio: ["pipe", "ignore", "inherit"] });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error("nginx did not start");
    await sleep(20);
  }
  return child;
}
