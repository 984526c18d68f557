import * as z from "zod/mini";
import { roles } from "./role.ts";
import { hasInk, hasLetter, isOfOneScript, isSeen, isWithinItsLine } from "./typed-text.ts";

/*
 * Messages of checks are keys of `issueSentences`, so that the sentence is chosen in the reader's language (rules §1).
 */

const maxId = 2_147_483_647;
export const id = z.int().check(z.gte(1), z.lte(maxId));

/** An id in a path; beyond what a row can have it is no id at all. */
export const pathId = z.pipe(
  z.string().check(
    z.regex(/^[1-9]\d{0,9}$/, "id"),
    z.refine((text) => Number(text) <= maxId, "id"),
  ),
  z.transform(Number),
);

export const idParams = z.object({ id: pathId });
export const deleted = z.object({ id });

/** An address that was taken from the account, so that nobody who held it before comes back by it. */
export const forgottenEmail = z.optional(z.string());

/** A moment, UTC ISO 8601. */
export const time = z.iso.datetime();
/** A plain calendar day of this millennium, `YYYY-MM-DD`, in the event's zone. */
export const day = z.iso.date("day").check(z.refine((value) => value.startsWith("2"), "day"));
export const roleId = z.literal([...roles], "role");

/**
 * Neither control characters, nor halves of a pair (lone surrogates), which UTF-8 can't hold, nor other ends of a line,
 * nor those that turn the direction of what follows.
 */
const plain = z.regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]*$/u, "characters");

const unlessEmpty = (is: (text: string) => boolean, error: string) =>
  z.refine<string>((text) => text === "" || is(text), { error, abort: true });

/** Nothing else is looked for in what is too long: 16 KB of ligatures that stand for words took 1.4 ms each. */
const atMost = (letters: number) => z.maxLength(letters, { abort: true });

const inked = unlessEmpty(hasInk, "invisible");
const within = unlessEmpty(isWithinItsLine, "marks");
/** What others read: nothing invisible in it, and no letter that runs over the lines around it. */
const seen = [plain, unlessEmpty(isSeen, "invisible"), within] as const;
const shown = [...seen, inked] as const;
const called = [...seen, unlessEmpty(hasLetter, "letter")] as const;

/** One line that a person typed: trimmed, not empty, to be seen. */
export function line(max: number) {
  return z.string().check(z.trim(), z.minLength(1, "required"), atMost(max), ...shown);
}

/** One line that may be left empty. */
export function optionalLine(max: number) {
  return z.string().check(z.trim(), atMost(max), ...shown);
}

/** What somebody or something is called: a line with at least one letter or digit. */
export function name(max: number) {
  return z.string().check(z.trim(), z.minLength(1, "required"), atMost(max), ...called);
}

/** A name that may be left empty. */
export function optionalName(max: number) {
  return z.string().check(z.trim(), atMost(max), ...called);
}

/**
 * Several lines that a person wrote: trimmed, with something to see, and nothing that turns the direction of what
 * stands around them or runs over it.
 */
export function paragraphs(max: number) {
  const written = z.regex(/^(?:[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]|[\n\r\t])*$/u, "characters");
  return z.string().check(z.trim(), z.minLength(1, "required"), atMost(max), written, inked, within);
}

/** Several lines of text or HTML; may be empty. */
export function text(max: number) {
  return z.string().check(
    atMost(max),
    z.refine((value) => !/[\0\p{Cs}]/u.test(value), "characters"),
  );
}

/**
 * A picture of a form: sent as a file, which the server turns into the path of what it keeps; empty text takes the
 * picture away, a missing one keeps it (rules §6).
 */
export const picture = z.optional(
  z.pipe(
    z.string(),
    z.transform((path) => path || null),
  ),
);

/** `#` and exactly six hex digits (spec §5). */
export const hexColour = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, "hex"));

/** A whole email address of at most 254 characters (rules §3). */
export const email = z.string().check(z.trim(), z.minLength(1, "required"), atMost(254), z.email("email"));

const plainUsername = /^[\p{L}\p{M}\p{Nd}._-]{3,40}$/u;

/**
 * 3 to 40 letters of any script, digits, `. _ -`, a letter or digit among them, or a whole email address (rules §3).
 */
export const username = z.string().check(
  z.trim(),
  z.minLength(1, "required"),
  atMost(254),
  z.refine((value) => (plainUsername.test(value) && isSeen(value)) || z.safeParse(email, value).success, {
    error: "username",
    abort: true,
  }),
  unlessEmpty(isWithinItsLine, "marks"),
  unlessEmpty(hasLetter, "letter"),
  unlessEmpty(isOfOneScript, "scripts"),
);

/** `Name#TAG`, shown as typed; empty is none. */
export const riotId = optionalLine(60);

/** A password wherever one is set: 8 to 128 characters (rules §3). */
export const newPassword = z.string().check(z.minLength(1, "required"), z.minLength(8, "password_eight"), atMost(128));

/** A password as typed at login: required, at least 8 (spec §5). */
export const typedPassword = z
  .string()
  .check(z.minLength(1, "required"), z.minLength(8, "password_eight"), atMost(1024));

/** A second typing of a password: required; that both are equal is checked by `sameAs`. */
export const confirmation = z.string().check(z.minLength(1, "required"));

/** Refuses a body whose `confirmation` field differs from its `field`, at the confirmation. */
export function sameAs<B extends Record<string, unknown>>(
  field: keyof B & string,
  confirmation: keyof B & string,
  key = "passwords_differ",
) {
  return z.refine<B>((body) => body[field] === body[confirmation], { path: [confirmation], error: key });
}
