import { latinDigits } from "@saha/contract";

const inLink = /[?&]code=([^&#\s]+)/;

/**
 * Shows a code as it is read out, `XXXX-XXXX-XXXX`, whichever way it came: in any case, with spaces or dashes, in
 * Arabic-Indic digits, or in its whole link. What is no code stays as it was typed: the server says what is wrong
 * (rules §4).
 */
export function shownCode(typed: string): string {
  const code = decode(inLink.exec(typed)?.[1] ?? typed);
  const letters = latinDigits(code)
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}_]/gu, "");
  return /^[2-9A-HJKMNP-Z]{12}$/.test(letters) ? letters.replace(/(.{4})(?=.)/g, "$1-") : typed;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
