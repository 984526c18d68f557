const arabicDigits = /[٠-٩۰-۹]/g;

/** Arabic-Indic and Persian digits as Latin ones (interface: input takes ٠-٩ and ۰-۹). */
export function latinDigits(text: string): string {
  return text.replace(arabicDigits, (digit) => String((digit.codePointAt(0) ?? 0) % 16));
}

const unwritten = /[\p{Default_Ignorable_Code_Point}\u0640\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED]/gu;

/**
 * What is written of a username: NFKC, without tatweel, Arabic marks and whatever is not seen, digits as Latin ones.
 */
export function writtenName(name: string): string {
  return latinDigits(name.normalize("NFKC").replace(unwritten, ""));
}

/**
 * What two usernames that people would take for the same have in common (rules §3): what is written of them, in one
 * case. By way of capitals, as case folding asks: `ß` is `ss`, and a final sigma is a sigma.
 */
export function usernameKey(name: string): string {
  return writtenName(name).toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
}

const between = "[\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]";
// Without looking behind, which browsers of 2022 can't read.
const joined = new RegExp(`(${between})[\\u200C\\u200D](?=${between})`, "gu");
const coloured = /(\p{Emoji})\uFE0F/gu;
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800]/u;
const maxMarks = 4;
const heaped = new RegExp(`^\\p{M}|\\p{M}{${maxMarks + 1}}`, "u");

function unjoined(text: string): string {
  return text.replace(joined, "$1").replace(coloured, "$1");
}

/** Whether nothing hides in a text: the joiners of letters and emoji are no more than what they join. */
export function isSeen(text: string): boolean {
  return !unseen.test(unjoined(text));
}

/**
 * Whether no letter bears more than four marks, and none stands on nothing: more would run over the lines around it.
 */
export function isWithinItsLine(text: string): boolean {
  return !heaped.test(unjoined(text));
}

/** Whether there is something to see: neither blanks alone nor marks without a letter. */
export function hasInk(text: string): boolean {
  return /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

/** Whether there is a letter or a digit by which a name can be called; tatweel alone is none. */
export function hasLetter(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(usernameKey(text));
}

/** Scripts whose letters are taken for those of another: each stands in a name by itself (UTS 39, §5.2). */
const apart = [
  "Latin",
  "Cyrillic",
  "Greek",
  "Armenian",
  "Georgian",
  "Cherokee",
  "Coptic",
  "Lisu",
  "Tifinagh",
  "Ethiopic",
  "Thai",
  "Lao",
  "Khmer",
  "Myanmar",
  "Tibetan",
  "Mongolian",
  "Sinhala",
  "Bengali",
  "Gujarati",
  "Gurmukhi",
  "Kannada",
  "Malayalam",
  "Oriya",
  "Tamil",
  "Telugu",
  "Syriac",
  "Thaana",
  "Nko",
  "Adlam",
];
/**
 * Scripts that nobody takes for Latin, which may stand beside it; those of Chinese, Japanese and Korean stand together.
 */
const besideLatin = [["Arabic"], ["Hebrew"], ["Devanagari"], ["Han", "Hiragana", "Katakana", "Hangul", "Bopomofo"]];
const ofScripts = (names: string[]) =>
  new RegExp(`^[\\p{sc=Zyyy}\\p{sc=Zinh}${names.map((name) => `\\p{scx=${name}}`).join("")}]*$`, "u");
/** Made at the first name: reading Unicode's tables takes milliseconds, which the start of a page would feel. */
let together: RegExp[] | undefined;

/**
 * Whether the letters of a name are of one script, or of Latin and one that is not taken for it (UTS 39, by ICU's
 * data).
 */
export function isOfOneScript(text: string): boolean {
  together ??= [...apart.map((name) => [name]), ...besideLatin.map((names) => ["Latin", ...names])].map(ofScripts);
  return together.some((scripts) => scripts.test(text.normalize("NFKC")));
}
