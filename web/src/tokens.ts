import type { Tokens } from "./caller.ts";

const accessKey = "access_token";
const refreshKey = "refresh_token";

/** The session's tokens in this browser (spec §3); null when either is missing. */
export function readTokens(): Tokens | null {
  const access = localStorage.getItem(accessKey);
  const refresh = localStorage.getItem(refreshKey);
  return access && refresh ? { access, refresh } : null;
}

export function keepTokens({ access, refresh }: Tokens): void {
  localStorage.setItem(accessKey, access);
  localStorage.setItem(refreshKey, refresh);
}

export function dropTokens(): void {
  localStorage.removeItem(accessKey);
  localStorage.removeItem(refreshKey);
}

/**
 * Waits for what this session has begun. When it is over by then, or another one is here, nothing ever comes of it, no
 * failure either: whoever waits was a screen of a person who has left (0178).
 */
export function inSession<T>(work: Promise<T>): Promise<T> {
  const session = readTokens()?.refresh;
  return work.finally(() => (readTokens()?.refresh === session ? undefined : new Promise(() => {})));
}

/** A random key that tells the server that it has seen this browser before (rules §3). */
export function deviceKey(): string {
  const kept = localStorage.getItem("device_key");
  if (kept) return kept;
  const made = randomKey();
  localStorage.setItem("device_key", made);
  return made;
}

/** A version 4 uuid; also on plain http, where `crypto.randomUUID` is missing. */
export function randomKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
