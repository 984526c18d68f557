import type { Client, Core } from "../core.ts";
import type { Tx } from "../database.ts";
import { Problem } from "../problem.ts";
import { foldAddress, type Purpose } from "./one-time-code.ts";

type Asked = { purpose: Purpose; address: string; userId: number; client: Pick<Client, "language"> };

/**
 * Mails a code to an address that came with something else, such as a registration. Beyond the limit of codes for that
 * address none is mailed and the answer is false: the rest goes through, and the code can be asked for later (rules §3).
 */
export async function mailCode(tx: Tx, core: Pick<Core, "limits" | "mail">, asked: Asked): Promise<boolean> {
  const { purpose, address, userId, client } = asked;
  try {
    await core.limits.askForCode(foldAddress(address), purpose);
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
  await core.mail.send(tx, { kind: "code", purpose, address, userId, language: client.language });
  return true;
}
