import type { Core } from "../../core.ts";
import type { Tx } from "../../database/database.ts";
import { Problem } from "../../errors/problem.ts";
import type { Client } from "../../http/client.ts";
import { deviceHash } from "../sessions/known-device.ts";
import { foldAddress, type Purpose } from "./one-time-code.ts";
import { turnOfLetter } from "./turn-of-letter.ts";

type Asked = { purpose: Purpose; address: string; userId: number; client: Client };

/**
 * Mails a code to an address that came with something else, such as a registration. Beyond the quotas of codes and
 * mails none is mailed and the answer is false: the rest goes through, and the code can be asked for later (rules §3).
 */
export async function mailCode(tx: Tx, core: Pick<Core, "limits" | "mail">, asked: Asked): Promise<boolean> {
  const { purpose, address, userId, client } = asked;
  const { ip, device, language } = client;
  try {
    await core.limits.codes.ask({ address: foldAddress(address), purpose, ip, device, isOwn: true });
    await core.limits.codes.mail({ userId, ip });
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
  const letter = { kind: "code", purpose, address, userId, device: keyOf(device), language } as const;
  await core.mail.send(tx, letter, { turn: await turnOfLetter(tx, core, { userId, ip }) });
  return true;
}

/** Writes a device's hash as a letter carries it. */
export function keyOf(device: string | null): string {
  return deviceHash(device).toString("base64url");
}
