import { api, type SignedIn, type User } from "@saha/contract";
import { useState, useSyncExternalStore } from "react";
import { call, onSessionEnded } from "./api.ts";
import { dropTokens, inSession, keepTokens, readTokens } from "./tokens.ts";

const userKey = "user";
/** How the last session was left, for the other tabs. */
const leftKey = "left";
/** Milliseconds that a start waits for the server before it goes on with the account that this browser remembers. */
const timeoutMs = 4000;

let user: User | null = null;
let authentication: Promise<void> | undefined;
let leaving: Promise<void> | undefined;
const listeners = new Set<() => void>();
/** Left by choice, or because the server ended the session. */
type Leaving = "chosen" | "ended";
let left: Leaving | undefined;
const leavers = new Set<(leaving: Leaving) => void>();

/** The signed-in account, or null for a visitor. */
export function currentUser(): User | null {
  return user;
}

export function useUser(): User | null {
  return useSyncExternalStore(subscribe, currentUser);
}

/** The signed-in account of a screen that only members reach; the last one known while the screen is being left. */
export function useMember(): User {
  const now = useUser();
  const [before] = useState(now);
  const member = now ?? before;
  if (!member) throw new Error("This screen needs a signed-in member");
  return member;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How the last session of this page was left. */
export function howLeft(): Leaving | undefined {
  return left;
}

/** Called after signing out, by whoever keeps something that the next person must not see. */
export function onLeave(leaver: (leaving: Leaving) => void): void {
  leavers.add(leaver);
}

/**
 * Finds out once who is signed in, before the first guard (spec §2); skipped when either token is missing (spec §4).
 * A server that can't be reached signs nobody out: tickets open offline with the account that this browser remembers.
 * Who signed in on another tab is who is here at once, whatever the server answers: the tokens are theirs already.
 */
export function authenticate(): Promise<void> {
  authentication ??= askWho().catch((error: unknown) => {
    authentication = undefined;
    throw error;
  });
  return authentication;
}

async function askWho(): Promise<void> {
  const tokens = readTokens();
  if (!tokens) return;
  const isStillTheirs = () => readTokens()?.refresh === tokens.refresh;
  const remembered = rememberedUser();
  if (user) becomeRemembered();
  const answer = call(api.auth.me).then((account) => isStillTheirs() && setUser(account));
  const limited = remembered
    ? Promise.race([answer, new Promise<void>((resolve) => setTimeout(resolve, timeoutMs))])
    : answer;
  try {
    await limited;
  } catch (error) {
    // 401 and 403 have ended the session by now.
    if (isStillTheirs() && !remembered) throw error;
  }
  answer.catch(() => {});
  // Remembered perhaps only since the tokens were heard of.
  if (isStillTheirs()) becomeRemembered();
}

function becomeRemembered(): void {
  const remembered = rememberedUser();
  if (remembered && remembered.id !== user?.id) setUser(remembered);
}

/** Shows the signed-in account as the server answered it, such as with a new name; nobody else's. */
export function renewUser(next: User): void {
  if (user?.id === next.id) setUser(next);
}

let userAsked = 0;

/** Asks the server how the signed-in account is now; throws the caller's errors. */
export async function askUserAnew(): Promise<void> {
  const turn = ++userAsked;
  const answer = await inSession(call(api.auth.me));
  // Of two answers on their way the earlier asked may be the later here.
  if (turn === userAsked) renewUser(answer);
}

/**
 * Sets the signed-in account, here and for the next start of this browser. Another person's, who signed in on another
 * tab, begins with nothing of the one before.
 */
export function setUser(next: User | null): void {
  const isAnother = user && next && user.id !== next.id;
  user = next;
  if (next) localStorage.setItem(userKey, JSON.stringify(next));
  else localStorage.removeItem(userKey);
  if (isAnother) location.reload();
  for (const listener of listeners) listener();
}

/** Signs in by username or verified email; throws the caller's errors. */
export async function login(identifier: string, password: string): Promise<User> {
  const answer = await call(api.auth.login, { body: { identifier, password } });
  enter(answer);
  return answer.user;
}

/** Keeps what a successful sign-in or verification handed out (spec §4). */
export function enter({ user: next, accessToken, refreshToken }: SignedIn): void {
  keepTokens({ access: accessToken, refresh: refreshToken });
  authentication = Promise.resolve();
  setUser(next);
}

/** Ends the session on the server and here, one at a time; here even when the server can't be reached (spec §4). */
export function logout(): Promise<void> {
  return end("chosen");
}

let isLeavingEverywhere = false;

/**
 * Ends every session of this account, this one with them; throws the caller's errors, and then nothing has ended here.
 */
export async function logoutEverywhere(): Promise<void> {
  isLeavingEverywhere = true;
  try {
    await call(api.auth.endSessions);
  } finally {
    isLeavingEverywhere = false;
  }
  await logout();
}

/** Whether the end of the own session is on its way by choice: nobody need ask the server whether it lives. */
export function isEndForeseen(): boolean {
  return isLeavingEverywhere || leaving !== undefined;
}

function end(how: Leaving): Promise<void> {
  leaving ??= leave(how).finally(() => {
    leaving = undefined;
  });
  return leaving;
}

async function leave(how: Leaving): Promise<void> {
  // Its answer may come no more.
  isLeavingEverywhere = false;
  left = how;
  localStorage.setItem(leftKey, how);
  const farewell = readTokens() ? call(api.auth.logout).catch(() => {}) : undefined;
  dropTokens();
  for (const leaver of leavers) leaver(how);
  setUser(null);
  await farewell;
}

function rememberedUser(): User | null {
  try {
    return JSON.parse(localStorage.getItem(userKey) ?? "null") as User | null;
  } catch {
    return null;
  }
}

onSessionEnded(() => void end(isLeavingEverywhere ? "chosen" : "ended"));

// Safari shows a page that was left just as it stood, and tells it nothing of what happened meanwhile.
let refreshThen: string | undefined;
window.addEventListener("pagehide", () => {
  refreshThen = readTokens()?.refresh;
});
window.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted || readTokens()?.refresh === refreshThen) return;
  document.documentElement.hidden = true;
  location.reload();
});

// Another tab signed in or out.
window.addEventListener("storage", ({ key, newValue }) => key === "refresh_token" && follow(newValue));
// A tab that slept may have missed it.
document.addEventListener("visibilitychange", () => {
  if (rememberedUser()?.id !== user?.id) follow(readTokens()?.refresh);
});

function follow(refresh: string | null | undefined): void {
  if (refresh) {
    authentication = undefined;
    void authenticate().catch(() => {});
  } else {
    // What was typed is kept where nobody chose to leave.
    const how = localStorage.getItem(leftKey) === "ended" ? "ended" : "chosen";
    for (const leaver of leavers) leaver(how);
    setUser(null);
  }
}
