import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { inParts } from "./keep-files.ts";

/** Answers in parts of which something has not left yet: all of their bytes stay in memory until it has. */
const answers = new WeakMap<Socket, Set<{ bytes: Buffer }>>();
/** How many such answers share the same bytes, as those of a crowd that looks at one picture do. */
const sharers = new Map<Buffer, number>();
let bytesHeld = 0;

/**
 * Gives an answer in parts, whose bytes count as memory that its caller takes until the last of them has left or the
 * connection is closed; nothing of a HEAD is read (security: row 22; 0145).
 */
export function holdInParts(response: ServerResponse, bytes: Buffer): Buffer | Readable {
  const { req } = response;
  const body = req.method === "HEAD" ? bytes : inParts(bytes);
  if (body !== bytes && !req.socket.destroyed) hold(req.socket, response, bytes);
  return body;
}

function hold(socket: Socket, response: ServerResponse, bytes: Buffer): void {
  const held = answers.get(socket) ?? new Set();
  const answer = { bytes };
  answers.set(socket, held.add(answer));
  if (!sharers.has(bytes)) bytesHeld += bytes.length;
  sharers.set(bytes, (sharers.get(bytes) ?? 0) + 1);
  // An answer behind another one on its connection hears nothing of the connection's end.
  let isHeld = true;
  const release = () => {
    if (!isHeld) return;
    isHeld = false;
    socket.off("close", release);
    response.off("close", release);
    held.delete(answer);
    const left = (sharers.get(bytes) ?? 1) - 1;
    if (left > 0) return void sharers.set(bytes, left);
    sharers.delete(bytes);
    bytesHeld -= bytes.length;
  };
  socket.once("close", release);
  response.once("close", release);
}

/** How many bytes answers in parts hold in memory, those that several share once. */
export const heldBytes = (): number => bytesHeld;

/** How many of them a connection takes; of those that it shares with others its share. */
export function heldFor(socket: Socket): number {
  let bytes = 0;
  for (const answer of answers.get(socket) ?? []) bytes += answer.bytes.length / (sharers.get(answer.bytes) ?? 1);
  return bytes;
}
