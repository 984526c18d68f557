import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Event } from "./event.ts";

const patience = 15_000;

/** The code in the latest mail to an address, once `count` mails have come; without a mail server they are files (rules §3). */
export async function codeTo({ dataDir }: Event, address: string, count = 1): Promise<string> {
  const outbox = join(dataDir, "outbox");
  for (const began = Date.now(); Date.now() - began < patience; await sleep(50)) {
    const names = await readdir(outbox).catch(() => []);
    const mails = names.filter((name) => name.toLowerCase().endsWith(`-${address.toLowerCase()}.eml`)).sort();
    const latest = mails.at(-1);
    if (mails.length < count || !latest) continue;
    const code = /^\d{6}$/m.exec((await readFile(join(outbox, latest), "utf8")).replaceAll("\r", ""));
    if (code) return code[0];
  }
  throw new Error(`No ${count} mails came to ${address}`);
}
