import { setTimeout as sleep } from "node:timers/promises";
import type { Events } from "@saha/contract";
import { io } from "socket.io-client";
import type { Tokens } from "./caller.ts";

type Heard = { [Name in keyof Events]: { event: Name; data: Events[Name] } }[keyof Events];

type Refused = { code: string; message: string; details?: Record<string, unknown> };

/** An open socket of somebody, or of a board, as the browser opens it. */
export function openListener(
  address: string,
  tokens: Tokens | { board: string; key?: string; proof?: string },
  headers: Record<string, string> = {},
) {
  const socket = io(address, {
    transports: ["websocket"],
    query: tokens,
    extraHeaders: headers,
    forceNew: true,
    reconnection: false,
  });
  const heard: Heard[] = [];
  const boardKey = new Promise<{ key: string }>((resolve) => socket.on("Board:key", resolve));
  socket.onAny((event, data) => event !== "Board:key" && heard.push({ event, data }));
  const handshake = new Promise<{ isOpen: boolean; error?: Error & { data?: Refused } }>((resolve) => {
    socket.on("connect", () => resolve({ isOpen: true }));
    socket.on("connect_error", (error) => resolve({ isOpen: false, error }));
  });
  return {
    socket,
    heard,
    handshake,
    boardKey,
    /** Milliseconds until the server has closed it; throws after three seconds. */
    async closed(): Promise<number> {
      const began = performance.now();
      while (socket.connected) {
        if (performance.now() - began > 3_000) throw new Error("the socket is still open");
        await sleep(5);
      }
      return performance.now() - began;
    },
    async hears(event: keyof Events): Promise<Heard["data"]> {
      for (const began = performance.now(); performance.now() - began < 10_000; await sleep(5)) {
        const found = heard.find((each) => each.event === event);
        if (found) return found.data;
      }
      throw new Error(`${event} was not heard`);
    },
    close: () => socket.close(),
  };
}
