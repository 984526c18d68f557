import { m } from "../../text/compiled/messages.js";

/** What a player's QR says: JSON with at least an email and an id (spec §3). */
export type ReadPlayer = { id: number; email: string } | { problem: string };

/** A player's code is some sixty letters; what is far longer is none, and is not even read. */
const maxLength = 2000;

/** Reads a player's QR; says what is wrong with one that is none (spec §5). */
export function readPlayerCode(text: string): ReadPlayer {
  const invalid = (detail: string) => ({ problem: m.trivia_invalid_qr({ detail }) });
  if (text.length > maxLength) return invalid(m.trivia_qr_too_long());
  const data = parsed(text);
  if (typeof data !== "object" || data === null || Array.isArray(data)) return invalid(m.trivia_qr_not_json());
  const { id, email } = data as Record<string, unknown>;
  if (!isId(id)) return invalid(m.trivia_qr_no_id());
  if (typeof email !== "string") return invalid(m.trivia_qr_no_email());
  return { id, email };
}

export function isId(id: unknown): id is number {
  return Number.isInteger(id) && (id as number) >= 1 && (id as number) <= 2_147_483_647;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
