const arabicDigits = /[٠-٩۰-۹]/g;

/** Arabic-Indic and Persian digits as Latin ones (interface: input takes ٠-٩ and ۰-۹). */
export function latinDigits(text: string): string {
  return text.replace(arabicDigits, (digit) => String((digit.codePointAt(0) ?? 0) % 16));
}

/** What two usernames that people would take for the same have in common (rules §3): NFKC, case, tatweel, Arabic marks, digits. */
export function usernameKey(name: string): string {
  return latinDigits(name.normalize("NFKC").replace(/[\u0640\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED]/g, ""))
    .toLowerCase()
    .normalize("NFKC");
}
