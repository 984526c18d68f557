import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import { type Events, type Language, languageOf, languages, type ProblemCode, pathId } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { Server, type Socket } from "socket.io";
import * as z from "zod/mini";
import type { Core } from "./core.ts";
import type { News, Room } from "./database.ts";
import type { Actor } from "./http.ts";
import { problemSentence } from "./refusal.ts";
import { newsSentences } from "./text/news.ts";

type ServerEvents = { [Name in keyof Events]: (event: Events[Name]) => void };
/** Somebody's device, or a screen without a session that shows a booth's public board. */
type SocketData = { actor?: Actor; board?: number; language: Language };
type Realtime = Server<Record<string, never>, ServerEvents, Record<string, never>, SocketData>;
type Guest = Socket<Record<string, never>, ServerEvents, Record<string, never>, SocketData>;

const confirmMs = 400;
const sweepMs = 60_000;

/**
 * Socket.IO on the server's own port, websocket only. A socket lives as long as its session: ending that closes it within
 * a second, in every process. News leaves in the session's latest language. Who names a board and has no tokens hears what
 * is said on that board and nothing else (rules §3, §7). Closed by closing the app.
 */
export function openRealtime(app: FastifyInstance, core: Core): void {
  const { config, sessions, notices } = core;
  const io: Realtime = new Server(app.server, {
    transports: ["websocket"],
    serveClient: false,
    // Members only listen.
    maxHttpBufferSize: 4096,
    connectTimeout: 10_000,
    allowRequest: (request, decide) => {
      admitHandshake(request).then(
        (isAdmitted) => decide(null, isAdmitted),
        () => decide(null, false),
      );
    },
  });
  const addressOf = addressReader(config.trustProxy);
  const unconfirmed = new Set<number>();

  async function admitHandshake(request: IncomingMessage): Promise<boolean> {
    return isOwnOrigin(request, config) && (await core.limits.handshake.admits(addressOf(request)));
  }

  io.use(async (socket, next) => {
    try {
      const { accessToken, refreshToken, board } = socket.handshake.query;
      if (board !== undefined && !accessToken && !refreshToken) return await admitBoard(socket, one(board), next);
      const found = await sessions.resolve(one(accessToken) ?? "", one(refreshToken));
      if (!found) {
        await core.limits.handshake.refused(addressOf(socket.request));
        return next(refusal("auth.required", socket));
      }
      socket.data = { actor: found.actor, language: found.language };
      next();
    } catch (error) {
      core.log.warn({ err: error }, "a handshake could not be judged");
      next(refusal("server.database_down", socket));
    }
  });
  io.on("connection", (socket: Guest) => {
    const { actor, language } = socket.data;
    socket.join(roomsOf(socket.data).flatMap((room) => [room, spoken(room, language)]));
    // What was known of the session may be nearly a second old.
    if (actor) unconfirmed.add(actor.sessionId);
  });

  async function admitBoard(socket: Guest, typed: string | undefined, next: (error?: Error) => void): Promise<void> {
    const board = z.safeParse(pathId, typed);
    const address = addressOf(socket.request);
    if (!board.success) {
      await core.limits.handshake.refused(address);
      return next(refusal("request.not_found", socket));
    }
    const leave = core.limits.watch(address);
    if (!leave) return next(refusal("request.too_many", socket));
    socket.conn.once("close", leave);
    socket.data = { board: board.data, language: languageOf(socket.handshake.headers["accept-language"]) };
    next();
  }

  function tell({ event, to, message, ids }: Omit<News, "kind">): void {
    for (const language of languages) {
      const rooms = to.map((room) => spoken(room, language));
      io.to(rooms).emit(event, { ...ids, message: message[language] } as Events[keyof Events]);
    }
  }

  function endSockets(sessionIds: number[]): void {
    const rooms = sessionIds.map((id): Room => `session:${id}`);
    if (rooms.length === 0) return;
    tell({ event: "Session:ended", to: rooms, message: newsSentences["Session:ended"], ids: {} });
    io.in(rooms).disconnectSockets(true);
  }

  function changeLanguage(sessionId: number, language: Language): void {
    for (const socket of io.sockets.sockets.values()) {
      if (socket.data.actor?.sessionId !== sessionId) continue;
      for (const room of roomsOf(socket.data)) {
        socket.leave(spoken(room, socket.data.language));
        socket.join(spoken(room, language));
      }
      socket.data.language = language;
    }
  }

  notices.on((notice) => {
    if (notice.kind === "session.ended") endSockets(notice.sessionIds);
    if (notice.kind === "session.language") changeLanguage(notice.sessionId, notice.language);
    if (notice.kind === "news") tell(notice);
    if (notice.kind === "notices.missed") void judge(openSessionIds(io));
  });

  /** Asks the database, once for all of them, whether sessions still live. */
  async function judge(sessionIds: Iterable<number>): Promise<void> {
    try {
      endSockets(await sessions.findEnded([...new Set(sessionIds)]));
    } catch (error) {
      core.log.debug({ err: error }, "open sockets could not be judged; they are at the next sweep");
    }
  }
  const timers = [
    setInterval(() => {
      if (unconfirmed.size === 0) return;
      const ids = [...unconfirmed];
      unconfirmed.clear();
      void judge(ids);
    }, confirmMs),
    setInterval(() => void judge(openSessionIds(io)), sweepMs),
  ];
  app.addHook("preClose", async () => {
    for (const timer of timers) clearInterval(timer);
    io.disconnectSockets(true);
    io.engine.close();
  });
}

function openSessionIds(io: Realtime): number[] {
  return [...io.sockets.sockets.values()].flatMap((socket) => socket.data.actor?.sessionId ?? []);
}

function roomsOf({ actor, board }: SocketData): Room[] {
  if (!actor) return board === undefined ? [] : [`board:${board}`];
  return [`user:${actor.id}`, `role:${actor.roleId}`, `session:${actor.sessionId}`];
}

function spoken(room: Room, language: Language): string {
  return `${room}/${language}`;
}

/** No origin at all is no browser; otherwise it is this host, or one that the settings name (security: row 19). */
function isOwnOrigin({ headers }: IncomingMessage, config: Core["config"]): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if ([config.publicUrl, ...config.corsOrigins].includes(origin.toLowerCase())) return true;
  return URL.parse(origin)?.host === host?.toLowerCase();
}

/** The address of who asks, read like the one of a call: forwarded headers count from the named proxies only. */
function addressReader(trustProxy: string[]): (request: IncomingMessage) => string {
  const trust = proxyAddr.compile(trustProxy);
  return (request) => proxyAddr(request, trust);
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function refusal(code: ProblemCode, { handshake }: Guest): Error {
  const message = problemSentence(code, languageOf(handshake.headers["accept-language"]));
  return Object.assign(new Error(message), { data: { code, message } });
}
