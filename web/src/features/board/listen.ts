import type { BoardGame, Events } from "@saha/contract";
import type { Challenge } from "../../proof/challenge.ts";
import { untilHere } from "../../ui/until-here.ts";

/** What a board learns from its socket. */
type Listeners = {
  changed: (game: BoardGame) => void;
  /**
   * The socket is open, for the first time or again, or the server has lost news: what happened meanwhile nobody tells
   * again (rules §7).
   */
  connected: () => void;
  lost: () => void;
  /** The server says that the booth has no board: it is closed, or not there. */
  gone: () => void;
};

type Refused = { code?: string; details?: Challenge };

/** Milliseconds (spec §9). */
const times = { reconnectionDelay: 1000, reconnectionDelayMax: 5000, timeout: 20_000 };
const keyName = "board_key";

/**
 * Opens the public socket of a booth's board, without a session, until the answer is called (rules §7). Comes back by
 * itself whatever closed it; keeps the key by which the server knows this screen again, and proves work where it is
 * asked (rules §3).
 */
export function listenToBoard(boothId: number, { changed, connected, lost, gone }: Listeners): () => void {
  let isClosed = false;
  let close = () => {};
  let proof: string | undefined;
  const query = () => {
    const key = localStorage.getItem(keyName);
    return { board: String(boothId), ...(key && { key }), ...(proof && { proof }) };
  };
  // Named where it is fetched, so that the bundler leaves out the rest.
  void untilHere(() =>
    import("socket.io-client").catch((cause) => {
      lost();
      throw cause;
    }),
  ).then(({ io }) => {
    if (isClosed) return;
    const socket = io({ transports: ["websocket"], query: query(), ...times });
    let again: ReturnType<typeof setTimeout> | undefined;
    const tryAgain = (delay: number) => {
      clearTimeout(again);
      again = setTimeout(() => {
        socket.io.opts.query = query();
        socket.connect();
      }, delay);
    };
    socket.io.on("reconnect_attempt", () => {
      socket.io.opts.query = query();
    });
    socket.on("connect", () => {
      proof = undefined;
      connected();
    });
    socket.on("disconnect", (reason) => {
      lost();
      if (reason === "io server disconnect") tryAgain(times.reconnectionDelay);
    });
    socket.on("connect_error", (error) => {
      lost();
      if (socket.active || isClosed) return;
      const refused = (error as { data?: Refused }).data;
      if (refused?.code === "booth.not_found") gone();
      void proofFor(refused).then((solved) => {
        proof = solved;
        if (!isClosed) tryAgain(solved ? times.reconnectionDelay : times.reconnectionDelayMax);
      });
    });
    socket.on("Board:key", ({ key }: { key: string }) => localStorage.setItem(keyName, key));
    socket.on("News:missed", connected);
    socket.on("Board:changed", ({ game }: Events["Board:changed"]) => changed(game));
    close = () => {
      clearTimeout(again);
      socket.disconnect();
    };
  }, lost);
  return () => {
    isClosed = true;
    close();
  };
}

/** The solution that a crowded server asks for, or nothing. */
async function proofFor({ code, details }: Refused = {}): Promise<string | undefined> {
  if (code !== "proof.needed" || !details) return undefined;
  // Also where the code that solves it was lost on the way: the next try asks anew.
  return import("../../proof/prove.ts").then(({ prove }) => prove(details)).catch(() => undefined);
}
