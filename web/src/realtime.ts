import { api, type Events } from "@saha/contract";
import { useSyncExternalStore } from "react";
import { call } from "./api.ts";
import { readTokens } from "./tokens.ts";
import { untilHere } from "./ui/until-here.ts";

/** A listener for every event of the contract; `null` says that no screen shows what it tells. */
export type Listeners = { [Name in keyof Events]: ((event: Events[Name]) => void) | null } & {
  /** Called when the socket is open for the first time: what happened since the screens asked nobody has told. */
  opened: () => void;
  /** Called when the socket is back: what happened meanwhile nobody tells again (rules §7). */
  missed: () => void;
};

/** Milliseconds (spec §9). */
const times = { reconnectionDelay: 1000, reconnectionDelayMax: 5000, timeout: 20_000 };

/** Milliseconds between the first screen and the socket of somebody patient. */
const patienceMs = 4000;

/** Milliseconds, beyond that patience, in which the socket must be open: until then news is taken to arrive. */
const firstMs = 10_000;

/** Milliseconds, half of it more or less, between two attempts of a socket that the server refuses again and again. */
const longestMs = 30_000;

let isConnected = true;
const watchers = new Set<() => void>();

/**
 * Whether news arrives: set by the socket's connect, and by its loss or refusal (spec §4); true at first, for as
 * long as a first connection may take: what makes it may itself be lost on its way, or hang.
 */
export function useConnected(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => isConnected,
  );
}

function setConnected(next: boolean): void {
  isConnected = next;
  for (const watcher of watchers) watcher();
}

/**
 * Opens the one socket of this session and keeps it open until the answer is called: it brings news, the queries bring
 * data (spec §4, rules §7). What opens it is loaded once the first screen is drawn; `isPatient`: once the first load is
 * over, on the weak network of a full hall. A socket that the server refuses or closes tries again, less and less
 * often, and not with the whole hall at one moment; refused for its session, it asks by REST whether that still lives:
 * 401 ends it there.
 */
export function openRealtime(load: () => Promise<Listeners>, { isPatient = false } = {}): () => void {
  let isClosed = false;
  let close = () => {};
  const overdue = setTimeout(() => setConnected(false), firstMs + (isPatient ? patienceMs : 0));
  // Named where it is fetched, so that the bundler leaves out the rest.
  const socketIo = () => import("socket.io-client").then(({ io }) => io);
  void untilIdle()
    .then(() => isPatient && new Promise((resolve) => setTimeout(resolve, patienceMs)))
    .then(() => untilHere(() => Promise.all([socketIo(), load()])))
    .then(([io, { opened, missed, ...listeners }]) => {
      if (isClosed) return;
      const socket = io({ transports: ["websocket"], withCredentials: true, query: tokensAsQuery(), ...times });
      let again: ReturnType<typeof setTimeout> | undefined;
      let attempts = 0;
      const tryAgain = () => {
        clearTimeout(again);
        const ms = Math.min(longestMs, times.reconnectionDelay * 2 ** attempts++) * (0.5 + Math.random());
        again = setTimeout(() => {
          socket.io.opts.query = tokensAsQuery();
          socket.connect();
        }, ms);
      };
      socket.io.on("reconnect_attempt", () => {
        socket.io.opts.query = tokensAsQuery();
      });
      socket.on("connect_error", ({ data }: Error & { data?: { code?: string } }) => {
        setConnected(false);
        // While the network is away the socket tries by itself; what the server refused it does not.
        if (socket.active) return;
        if (data?.code !== "auth.required") return tryAgain();
        void isAlive().then((is) => is && !isClosed && tryAgain());
      });
      let wasConnected = false;
      socket.on("connect", () => {
        attempts = 0;
        clearTimeout(overdue);
        setConnected(true);
        if (wasConnected) missed();
        else opened();
        wasConnected = true;
      });
      socket.on("disconnect", (reason) => {
        if (!isClosed) setConnected(false);
        if (reason === "io server disconnect") tryAgain();
      });
      for (const [name, listener] of Object.entries(listeners)) {
        if (listener) socket.on(name, listener as (event: unknown) => void);
      }
      close = () => {
        clearTimeout(again);
        socket.disconnect();
      };
    }, tellNobody);
  return () => {
    isClosed = true;
    clearTimeout(overdue);
    close();
    setConnected(true);
  };
}

/**
 * The network and the processor belong to the screen first; after two seconds at the latest it is the socket's turn.
 */
function untilIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    // Safari does not know it.
    if (typeof requestIdleCallback === "undefined") setTimeout(resolve, 1000);
    else requestIdleCallback(resolve, { timeout: 2000 });
  });
}

/** Whether the session still lives, as far as can be known; its end is carried out by the call itself. */
export async function isAlive(): Promise<boolean> {
  await call(api.auth.me).catch(tellNobody);
  return readTokens() !== null;
}

function tokensAsQuery(): Record<string, string> {
  const tokens = readTokens();
  return tokens ? { accessToken: tokens.access, refreshToken: tokens.refresh } : {};
}

/** Without a connection the screens say so themselves; the socket keeps still (spec §8). */
function tellNobody(): void {}
