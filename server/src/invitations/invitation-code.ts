import { latinDigits } from "@saha/contract";

/** No look-alikes: neither 0 and O nor 1, I and L. */
const written = /^[2-9A-HJKMNP-Z]{12}$/;
const inLink = /[?&]code=([^&#\s]+)/;

/**
 * Reads an invitation code as people hand it on: in any case, with spaces or dashes, in Arabic-Indic digits, or as its
 * whole link; undefined when there is none in it (rules §4).
 */
export function readInvitationCode(typed: string): string | undefined {
  const code = decode(inLink.exec(typed)?.[1] ?? typed);
  const letters = latinDigits(code)
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}_]/gu, "");
  return written.test(letters) ? letters : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Shows a code in groups of four, `XXXX-XXXX-XXXX`. */
export function showInvitationCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1-");
}
