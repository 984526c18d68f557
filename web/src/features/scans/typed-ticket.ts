import { latinDigits } from "@saha/contract";

const tokenLength = 43;
const shortLength = 10;

/** What the keys of a Latin keyboard write where the system's layout is Arabic, plain and with Shift. */
const arabicKeys: Record<string, string> = Object.fromEntries(
  [
    ["ضصثقفغعهخحجد", "qwertyuiop[]"],
    ["شسيبلاتنمكط", "asdfghjkl;'"],
    ["ئءؤرىةوزظ", "zxcvnm,./"],
    ["\u064E\u064B\u064F\u064Cإ\u2018÷×؛", "QWERYUIOP"],
    ["\u0650\u064D][أـ،/", "ASDFHJKL"],
    ["~\u0652}{آ\u2019", "ZXCVNM"],
    // Linux has letters of their own for «لا» and its kin, and straight quotes.
    ["ﻻﻵﻷﻹ`'", "bBGTUM"],
  ].flatMap(([arabic = "", latin = ""]) => Array.from(arabic, (letter, at) => [letter, latin[at] ?? ""])),
);
/** Keys that write two letters at once. */
const arabicPairs: [string, string][] = [
  ["لإ", "T"],
  ["لأ", "G"],
  ["لآ", "B"],
  ["لا", "b"],
];

/** What stands in the field: a short code, a scanned token, a scan that no layout explains, or nothing whole yet. */
export type TypedTicket = { kind: "short" | "token"; text: string } | { kind: "foreign" } | { kind: "partial" };

/**
 * Reads what a person typed or a handheld scanner sent: a short code in any case, with spaces, dashes and Arabic
 * digits, or the 43 characters of a QR, also as a scanner writes them through an Arabic keyboard layout (rules §4).
 */
export function readTypedTicket(typed: string): TypedTicket {
  const text = typed.trim();
  if (/^[\w-]{43}$/.test(text)) return { kind: "token", text };
  const short = latinDigits(text.normalize("NFKC"))
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}_]/gu, "");
  if (/^[0-9A-Z]+$/.test(short)) {
    if (short.length === shortLength) return { kind: "short", text: `${short.slice(0, 5)}-${short.slice(5)}` };
    return short.length > shortLength ? { kind: "foreign" } : { kind: "partial" };
  }
  const token = fromArabicLayout(text);
  if (token !== undefined) return { kind: "token", text: token };
  return text.length > shortLength + 5 ? { kind: "foreign" } : { kind: "partial" };
}

/** Undefined where it is none, or where «لا» may be one key or two and the length does not tell. */
function fromArabicLayout(text: string): string | undefined {
  let rest = latinDigits(text);
  for (const [pair, key] of arabicPairs) rest = rest.replaceAll(pair, key);
  const token = Array.from(rest, (letter) => arabicKeys[letter] ?? letter).join("");
  return token.length === tokenLength && /^[\w-]{43}$/.test(token) ? token : undefined;
}
