import { api, type Events } from "@saha/contract";
import { call } from "./api.ts";
import { readTokens } from "./tokens.ts";

type Heard = { [Name in keyof Events]?: (event: Events[Name]) => void };
/** `missed` is called when the socket is back: what happened meanwhile nobody tells again (rules §7). */
type Listeners = Heard & { missed: () => void };

/** Milliseconds (spec §9). */
const times = { reconnectionDelay: 1000, reconnectionDelayMax: 5000, timeout: 20_000 };

/**
 * Opens the one socket of this session and keeps it open until the answer is called: it brings news, the queries bring data
 * (spec §4, rules §7). What opens it is loaded once the first screen is drawn. A socket that the server refuses or closes asks by REST whether the
 * session still lives: 401 ends it there.
 */
export function openRealtime({ missed, ...heard }: Listeners): () => void {
  let isClosed = false;
  let close = () => {};
  // Named where it is fetched, so that the bundler leaves out the rest.
  const socketIo = () => import("socket.io-client").then(({ io }) => io);
  void untilIdle()
    .then(socketIo)
    .then((io) => {
      if (isClosed) return;
      const socket = io({ transports: ["websocket"], withCredentials: true, query: tokensAsQuery(), ...times });
      let again: ReturnType<typeof setTimeout> | undefined;
      const tryAgain = () => {
        clearTimeout(again);
        again = setTimeout(() => {
          socket.io.opts.query = tokensAsQuery();
          socket.connect();
        }, times.reconnectionDelay);
      };
      socket.io.on("reconnect_attempt", () => {
        socket.io.opts.query = tokensAsQuery();
      });
      socket.on("connect_error", () => {
        // While the network is away the socket tries by itself; what the server refused it does not.
        if (!socket.active) void isAlive().then((is) => is && !isClosed && tryAgain());
      });
      let wasConnected = false;
      socket.on("connect", () => {
        if (wasConnected) missed();
        wasConnected = true;
      });
      socket.on("disconnect", (reason) => {
        if (reason === "io server disconnect") tryAgain();
      });
      for (const [name, listener] of Object.entries(heard)) socket.on(name, listener as (event: unknown) => void);
      close = () => {
        clearTimeout(again);
        socket.disconnect();
      };
    }, tellNobody);
  return () => {
    isClosed = true;
    close();
  };
}

/** The network and the processor belong to the screen first; after two seconds at the latest it is the socket's turn. */
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
