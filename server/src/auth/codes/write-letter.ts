import type { Language } from "@saha/contract";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { Problem } from "../../errors/problem.ts";
import type { Limits } from "../../limits/limits.ts";
import { composeDraft, eventColours, isolate, unrun } from "../../mail/compose-draft.ts";
import type { Draft } from "../../mail/mail.ts";
import { type MailWords, mailWords } from "../../text/mail.ts";
import { findWaiting } from "./find-waiting.ts";
import { foldAddress, makeCode, type Purpose } from "./one-time-code.ts";

/**
 * A code for an address, bound to the device that asked. With no `userId`, for the account of that device, asked for
 * from `ip`; also queued for an address that nobody has.
 */
type CodeLetter = {
  kind: "code";
  purpose: Purpose;
  address: string;
  /** The hash of the device's key, base64url. */
  device: string;
  userId?: number;
  ip?: string;
  language: Language;
};

/**
 * What is to be told, without a code in it: a code is made when its mail leaves, and is known to nobody else (rules
 * §3).
 */
export type Letter =
  | CodeLetter
  /** To the address in force: another one was asked for. */
  | { kind: "email-change"; userId: number; address: string; newAddress: string; language: Language }
  /** To the address that was verified until then: the password may have taken it away (decision 0170). */
  | { kind: "password-set"; userId: number; address: string; language: Language };

type Desk = { database: Database; codeKey: Buffer; limits: Pick<Limits, "codes"> };
type AuthLetter = Letter;

declare module "../../mail/mail.ts" {
  interface Letters {
    code: Extract<AuthLetter, { kind: "code" }>;
    "email-change": Extract<AuthLetter, { kind: "email-change" }>;
    "password-set": Extract<AuthLetter, { kind: "password-set" }>;
  }
}

const maxWaiting = 3;

/**
 * Writes the mails of a letter as things stand when it leaves; none for an account that is gone or no longer waits
 * (rules §3).
 */
export async function writeLetter({ database, codeKey, limits }: Desk, letter: Letter): Promise<Draft[]> {
  const colours = await eventColours(database);
  const { language } = letter;
  const say = (to: string, words: (of: MailWords) => ReturnType<MailWords["recovery"]>, code?: string): Draft =>
    composeDraft({ to, language, words: words(mailWords[language]), colours, code });
  switch (letter.kind) {
    case "code": {
      const { purpose, address, userId, ip } = letter;
      const bound = { address: foldAddress(address), purpose, deviceHash: Buffer.from(letter.device, "base64url") };
      const asked = { ...bound, device: bound.deviceHash, userId, hasOthers: true };
      const [waiting = []] = await findWaiting(database.query, [asked]);
      const due = waiting
        .filter(({ id, isOfDevice }) => (userId === undefined ? isOfDevice || purpose === "recovery" : id === userId))
        .slice(0, maxWaiting);
      if (due.length === 0 && userId === undefined && waiting.length > 0) {
        const isWithinQuota = await limits.codes.mail({ ip: ip ?? "" }).then(() => true, refused);
        return isWithinQuota ? [say(address, (of) => of.signInToVerify())] : [];
      }
      if (purpose === "verification" && (await isTaken(database, address))) {
        return due.map(({ id, username }) => ({
          ...say(address, (of) => of.addressInUse(isolate(username))),
          alone: { ...letter, userId: id },
        }));
      }
      const drafts: Draft[] = [];
      for (const { id, username } of due) {
        const code = await database.transact((tx) => makeCode(tx, codeKey, { ...bound, userId: id }));
        const draft = say(address, (of) => of[purpose](isolate(username)), code);
        drafts.push({ ...draft, alone: { ...letter, userId: id } });
      }
      return drafts;
    }
    case "email-change": {
      const account = await nameOf(database, letter.userId);
      return account ? [say(letter.address, (of) => of.emailChange(account, unrun(letter.newAddress)))] : [];
    }
    case "password-set": {
      const account = await nameOf(database, letter.userId);
      return account ? [say(letter.address, (of) => of.passwordSet(account))] : [];
    }
  }
}

function refused(error: unknown): false {
  if (error instanceof Problem) return false;
  throw error;
}

async function isTaken(database: Database, address: string): Promise<boolean> {
  const owner = await database.query
    .selectFrom("users")
    .select("id")
    .where(sql<string>`lower(email)`, "=", foldAddress(address))
    .where("isVerified", "=", true)
    .executeTakeFirst();
  return owner !== undefined;
}

async function nameOf(database: Database, userId: number): Promise<string | undefined> {
  const row = await database.query
    .selectFrom("users")
    .select("username")
    .where("id", "=", userId)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return row && isolate(row.username);
}
