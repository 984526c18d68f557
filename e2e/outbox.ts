import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunningServer } from "./server.ts";

const timeout = 15_000;

/**
 * The code in the latest mail to an address, once `count` mails have come; without a mail server they are files (rules
 * §3).
 */
export async function codeTo({ dataDir }: RunningServer, address: string, count = 1): Promise<string> {
  const outbox = join(dataDir, "outbox");
  for (const began = Date.now(); Date.now() - began < timeout; await sleep(50)) {
    const names = await readdir(outbox).catch(() => []);
    const mails = names.filter((name) => name.toLowerCase().endsWith(`-${address.toLowerCase()}.eml`)).sort();
    const latest = mails.at(-1);
    if (mails.length < count || !latest) continue;
    const code = /^\d{6}$/m.exec((await readFile(join(outbox, latest), "utf8")).replaceAll("\r", ""));
    if (code) return code[0];
  }
  throw new Error(`No ${count} mails came to ${address}`);
}

/** The way on this site that the latest mail to an address leads to, once it has come. */
export async function linkTo({ dataDir }: RunningServer, address: string): Promise<string> {
  const outbox = join(dataDir, "outbox");
  for (const began = Date.now(); Date.now() - began < timeout; await sleep(50)) {
    const names = await readdir(outbox).catch(() => []);
    const latest = names
      .filter((name) => name.toLowerCase().endsWith(`-${address.toLowerCase()}.eml`))
      .sort()
      .at(-1);
    if (!latest) continue;
    const mail = (await readFile(join(outbox, latest), "utf8")).replaceAll("\r", "").replaceAll("=\n", "");
    const link = /^https?:\/\/[^/\s]+(\/\S+)$/m.exec(mail.replaceAll("=3D", "="))?.[1];
    if (link) return link;
  }
  throw new Error(`No link came to ${address}`);
}
