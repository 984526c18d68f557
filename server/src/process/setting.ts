import { isIP } from "node:net";
import * as z from "zod/mini";

/*
 * How one setting is read from its text. Each parser gives the value, or undefined for a text that is none.
 */

/** Unset and empty mean `fallback`; a text that `parse` gives no value for is refused with `sentence`. */
export function setting<T, F>(fallback: F, sentence: string, parse: (text: string) => T | undefined) {
  return z.pipe(
    z.optional(z.string()),
    z.transform((raw, context): T | F => {
      const text = raw?.trim() ?? "";
      if (text === "") return fallback;
      const value = parse(text);
      if (value !== undefined) return value;
      context.issues.push({ code: "custom", message: sentence, input: raw });
      return z.NEVER;
    }),
  );
}

export function matching(pattern: RegExp) {
  return (text: string) => (pattern.test(text) ? text : undefined);
}

export function accepted(schema: z.ZodMiniType<string>) {
  return (text: string) => schema.safeParse(text).data;
}

export function listOf<T>(parse: (text: string) => T | undefined) {
  return (text: string): T[] | undefined => {
    const values = text.split(",").map((part) => parse(part.trim()));
    return values.every((value) => value !== undefined) ? values : undefined;
  };
}

export function port(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}

export function wholeNumber(min: number, max: number) {
  return (text: string): number | undefined =>
    /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined;
}

export function boolean(text: string): boolean | undefined {
  if (/^(true|1|yes|on)$/i.test(text)) return true;
  return /^(false|0|no|off)$/i.test(text) ? false : undefined;
}

export function address(...protocols: string[]) {
  return (text: string) => {
    const url = URL.parse(text);
    if (url === null || !protocols.includes(url.protocol) || url.hostname === "") return undefined;
    return isEscapedRightly(url.username) && isEscapedRightly(url.password) ? text : undefined;
  };
}

function isEscapedRightly(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

/** A socket's folder may stand in the query instead of a host. */
export function database(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && ["postgres:", "postgresql:"].includes(url.protocol) ? text : undefined;
}

export function webAddress(text: string): string | undefined {
  return address("http:", "https:")(text)?.replace(/\/+$/, "");
}

/** As browsers send it: of a domain in Arabic the ASCII form, without the scheme's own port or a slash at the end. */
export function origin(text: string): string | undefined {
  const url = URL.parse(webAddress(text) ?? "");
  return url?.href === `${url?.origin}/` ? url?.origin : undefined;
}

export function range(text: string): string | undefined {
  const [ip = "", bits, ...rest] = text.split("/");
  const family = isIP(ip);
  if (family === 0 || rest.length > 0) return undefined;
  if (bits === undefined) return text;
  // Of 0 bits it is everybody.
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128) ? text : undefined;
}

export function mailbox(text: string): string | undefined {
  const bare = /^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return /^[^\s@<>,]+@[^\s@<>,]+$/.test(bare) ? text : undefined;
}

/**
 * A zone by its name of region and city, or UTC. Of abbreviations and offsets each reader makes another zone: Node
 * takes `AST` for Alaska, POSIX `+03:00` for west of Greenwich, and some browsers take neither.
 */
export function timeZone(text: string): string | undefined {
  if (/^(?!utc$|gmt$)([a-z]{3}$|[+-])/i.test(text)) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }) && text;
  } catch {
    return undefined;
  }
}
