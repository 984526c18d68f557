import type { Language } from "@saha/contract";
import type { Database } from "../database/database.ts";
import type { MailParagraphs } from "../text/mail.ts";
import type { Draft } from "./mail.ts";
import { type Colours, mailHtml, mailText } from "./mail-page.ts";

type Parts = {
  to: string;
  language: Language;
  words: MailParagraphs;
  colours: Colours;
  code?: string | undefined;
  /** An address that stands as a button in the page and written out in the plain words. */
  link?: { label: string; address: string };
};

/** Composes a mail from its words: the same as plain text and as a page. */
export function composeDraft({ to, words, code, link, ...setting }: Parts): Draft {
  const { subject, ...lines } = words;
  const parts = { ...lines, ...setting, code, link };
  return {
    to,
    language: setting.language,
    subject,
    text: mailText(parts),
    html: mailHtml(parts),
    ...(code && { code }),
  };
}

/** Reads the colours in which the event writes. */
export async function eventColours(database: Database): Promise<Colours> {
  return database.query
    .selectFrom("themes")
    .select(["primaryColour as primary", "secondaryColour as secondary"])
    .where("boothId", "is", null)
    .executeTakeFirstOrThrow();
}

/**
 * Sets a name into a sentence of either direction, so that it neither turns the sentence round nor passes for a code or
 * for a link: strangers choose names, and our mail must not carry their address (rules §3).
 */
export function isolate(name: string): string {
  return `\u2068${unlink(unrun(name))}\u2069`;
}

/**
 * Breaks what a mail program would turn into a link, by a sign that nobody sees behind each dot, slash, colon and @.
 */
function unlink(text: string): string {
  return text.replace(/[.。．:/@](?=\S)/g, "$&\u200B");
}

/** Parts long runs of digits by a sign that nobody sees: six in a row are a one-time code's alone. */
export function unrun(text: string): string {
  return text.replace(/\d{5}(?=\d)/g, "$&\u2060");
}
