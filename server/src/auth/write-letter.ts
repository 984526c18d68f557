import type { Language } from "@saha/contract";
import { sql } from "kysely";
import type { Database } from "../database.ts";
import type { Draft } from "../mail.ts";
import { type MailWords, mailWords } from "../text/mail.ts";
import { type Colours, mailHtml, mailText } from "./mail-page.ts";
import { foldAddress, makeCode, type Purpose } from "./one-time-code.ts";

/** What is to be told, without a code in it: a code is made when its mail leaves, and is known to nobody else (rules §3). */
export type Letter =
  /** With no `userId`, for whoever waits for a code at that address; also queued for an address that nobody has. */
  | { kind: "code"; purpose: Purpose; address: string; userId?: number; language: Language }
  /** To the address in force: another one was asked for. */
  | { kind: "email-change"; userId: number; address: string; newAddress: string; language: Language }
  | { kind: "password-set"; userId: number; language: Language };

const mostWaiting = 3;

/** Writes the mails of a letter as things stand when it leaves; none for an account that is gone or no longer waits (rules §3). */
export async function writeLetter(database: Database, codeKey: Buffer, letter: Letter): Promise<Draft[]> {
  const colours = await mainColours(database);
  const say = (to: string, words: (of: MailWords) => ReturnType<MailWords["recovery"]>, code?: string): Draft => {
    const { language } = letter;
    const { subject, ...lines } = words(mailWords[language]);
    const parts = { ...lines, language, colours, code };
    return { to, language, subject, text: mailText(parts), html: mailHtml(parts), ...(code && { code }) };
  };
  switch (letter.kind) {
    case "code": {
      const { purpose, address } = letter;
      const waiting = await findWaiting(database, letter);
      if (purpose === "verification" && (await isTaken(database, address))) {
        return waiting.map(({ username }) => say(address, (of) => of.addressInUse(set(username))));
      }
      const drafts: Draft[] = [];
      for (const { id: userId, username } of waiting) {
        const bound = { userId, address: foldAddress(address), purpose };
        const code = await database.transact((tx) => makeCode(tx, codeKey, bound));
        drafts.push(say(address, (of) => of[purpose](set(username)), code));
      }
      return drafts;
    }
    case "email-change": {
      const account = await nameOf(database, letter.userId);
      return account ? [say(letter.address, (of) => of.emailChange(account, unrun(letter.newAddress)))] : [];
    }
    case "password-set": {
      const owner = await database.query
        .selectFrom("users")
        .select(["username", "email"])
        .where("id", "=", letter.userId)
        .where("isVerified", "=", true)
        .executeTakeFirst();
      return owner?.email ? [say(owner.email, (of) => of.passwordSet(set(owner.username)))] : [];
    }
  }
}

/** The accounts that a code for the address is due to: the one that asked, or the newest three. */
function findWaiting(database: Database, { purpose, address, userId }: Extract<Letter, { kind: "code" }>) {
  const folded = foldAddress(address);
  return database.query
    .selectFrom("users")
    .select(["id", "username"])
    .where("deletedAt", "is", null)
    .$if(userId !== undefined, (query) => query.where("id", "=", userId ?? 0))
    .where(({ eb, and, or }) => {
      const isOwn = eb(sql<string>`lower(email)`, "=", folded);
      const isPending = eb(sql<string>`lower(pending_email)`, "=", folded);
      return purpose === "recovery"
        ? and([isOwn, eb("isVerified", "=", true)])
        : or([and([isOwn, eb("isVerified", "=", false)]), isPending]);
    })
    .orderBy("updatedAt", "desc")
    .orderBy("id", "desc")
    .limit(mostWaiting)
    .execute();
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
  return row && set(row.username);
}

async function mainColours(database: Database): Promise<Colours> {
  return database.query
    .selectFrom("themes")
    .select(["primaryColour as primary", "secondaryColour as secondary"])
    .where("boothId", "is", null)
    .executeTakeFirstOrThrow();
}

/** A name in a sentence of either direction, that neither turns the sentence round nor passes for the code. */
function set(name: string): string {
  return `\u2068${unrun(name)}\u2069`;
}

/** Parts long runs of digits by a sign that nobody sees: six in a row are the code's alone. */
function unrun(text: string): string {
  return text.replace(/\d{5}(?=\d)/g, "$&\u2060");
}
