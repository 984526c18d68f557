import type { IncomingMessage } from "node:http";
import {
  type Events,
  isStaff,
  type Language,
  languageOf,
  languages,
  type ProblemCode,
  pathId,
  Role,
} from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { Server, type Socket } from "socket.io";
import { type ServerOptions, WebSocketServer } from "ws";
import * as z from "zod/mini";
import type { Notices } from "../database/notices.ts";
import { Problem } from "../errors/problem.ts";
import { addressReader } from "../http/address-of.ts";
import type { ResolveSession } from "../http/authenticate.ts";
import type { Actor } from "../http/client.ts";
import type { KeepConnection } from "../http/max-connections.ts";
import { problemSentence } from "../http/refusal.ts";
import type { Limits } from "../limits/limits.ts";
import type { Config } from "../process/config.ts";
import { newsSentences } from "../text/news.ts";
import { limitSending } from "./limit-sending.ts";
import type { News, Room } from "./news.ts";

type ServerEvents = { [Name in keyof Events]: (event: Events[Name]) => void } & BoardEvents;
/** What a board's browser keeps and sends in its next handshakes, so that no neighbour takes its place. */
type BoardEvents = { "Board:key": (event: { key: string }) => void };
/** Somebody's device, or a screen without a session that shows a booth's public board. */
type SocketData = { actor?: Actor; board?: number; boardKey?: string; language: Language };
type Realtime = Server<Record<string, never>, ServerEvents, Record<string, never>, SocketData>;
type Guest = Socket<Record<string, never>, ServerEvents, Record<string, never>, SocketData>;

type Options = {
  config: Pick<Config, "trustProxy" | "publicUrl" | "corsOrigins">;
  resolveSession: ResolveSession;
  /** Says which of these sessions are over, by the database. */
  findEnded(sessionIds: number[]): Promise<number[]>;
  /** The rooms that an account has beside its own. */
  roomsOfAccount(actor: Actor): Promise<Room[]>;
  /** Says whether a booth has a public board now. */
  hasBoard(boothId: number): Promise<boolean>;
  keepConnection: KeepConnection;
  limits: Pick<Limits, "handshake" | "boards" | "places">;
  notices: Pick<Notices, "on">;
  log: Logger;
  sweepMs?: number | undefined;
};

const confirmMs = 400;
/** Each process says that something may have been missed, once Redis is back: screens ask once for all of them. */
const missedMs = 1000;
const maxSocketsOfSession = 10;
/**
 * A gate's account is shared by a hundred devices, an attendee's is one person's; each news of an account goes to all
 * its sockets.
 */
const maxSocketsOfAccount = { staff: 100, attendee: 20 };

/**
 * Upgrades to WebSockets whose pings nobody answers: Socket.IO has packets of its own for that, and no browser sends
 * any. Answering costs a write for six bytes: 10,800 sockets without an account that sent ten a second each, within
 * what `limitSending` allows, kept everybody waiting for 10 s (security: row 22).
 */
class UnansweringServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, autoPong: false });
  }
}

/**
 * Socket.IO on the server's own port, websocket only. A socket lives as long as its session: ending that closes it
 * within a second, in every process. News leaves in the session's latest language. Who names a board and has no tokens
 * hears what is said on that board and nothing else (rules §3, §7). Closed by closing the app.
 */
export function openRealtime(app: FastifyInstance, options: Options): { countHearers(room: Room): number } {
  const { config, resolveSession, findEnded, roomsOfAccount, hasBoard, keepConnection, limits, notices, log } = options;
  const { sweepMs = 60_000 } = options;
  const io: Realtime = new Server(app.server, {
    transports: ["websocket"],
    serveClient: false,
    // Members only listen.
    maxHttpBufferSize: 4096,
    wsEngine: UnansweringServer,
    // Whoever upgrades and joins nothing; it makes place for a newcomer before that (http/max-connections.ts).
    connectTimeout: 10_000,
    allowRequest: (request, decide) => {
      admitHandshake(request).then(
        (isAdmitted) => decide(null, isAdmitted),
        () => decide(null, false),
      );
    },
  });
  // By another connection a client changes its transport: nobody would judge that one or limit what it sends.
  io.engine.use(({ _query }: { _query: object }, _response: unknown, next: (error?: Error) => void) =>
    next("sid" in _query ? new Error("nobody changes the transport") : undefined),
  );
  io.engine.on("connection", ({ request }: { request: IncomingMessage }) => limitSending(request.socket));
  const addressFrom = addressReader(config.trustProxy);
  const unconfirmed = new Set<number>();
  let telling: NodeJS.Timeout | undefined;
  const readingRooms = new Map<number, Set<{ isStale: boolean }>>();

  async function admitHandshake(request: IncomingMessage): Promise<boolean> {
    if (!isOwnOrigin(request, config)) return false;
    if (!(await limits.handshake.isSuspect(addressFrom(request)))) return true;
    // Neighbours with live tokens, and boards, pay for nobody (rules §3).
    const query = queryOf(request);
    const tokens = [query.get("accessToken") ?? "", query.get("refreshToken") ?? ""] as const;
    return tokens.join("") === "" ? query.has("board") : (await resolveSession(...tokens)) !== undefined;
  }

  const connected = new WeakSet<object>();
  io.use((socket, next) => {
    // Each is judged anew, and a packet holds a hundred of them.
    if (connected.has(socket.conn)) return socket.conn.close();
    connected.add(socket.conn);
    next();
  });
  io.use(async (socket, next) => {
    try {
      const { accessToken, refreshToken, board } = socket.handshake.query;
      if (board !== undefined && !accessToken && !refreshToken) return await admitBoard(socket, next);
      const found = await resolveSession(one(accessToken) ?? "", one(refreshToken));
      if (!found) {
        await limits.handshake.refused(addressFrom(socket.request));
        return next(refusal("auth.required", socket));
      }
      const leave = await takePlaces(found.actor);
      if (!leave) return next(refusal("request.too_many", socket));
      whenClosed(socket, leave);
      socket.data = { actor: found.actor, language: found.language };
      next();
    } catch (error) {
      if (error instanceof Problem) return next(refusal(error.code, socket, error.details));
      log.warn({ err: error }, "a handshake could not be judged");
      next(refusal("server.database_down", socket));
    }
  });
  io.on("connection", (socket: Guest) => {
    const { actor, boardKey, language } = socket.data;
    const account = actor && !isStaff(actor.roleId) ? actor.id : undefined;
    keepConnection(socket.request.socket, { isBoard: !actor, account });
    // Whoever leaves and stays connected is in no room: neither the end of the session nor a sweep finds it.
    socket.once("disconnect", () => socket.conn.close());
    forgetRequest(socket);
    if (boardKey !== undefined) socket.emit("Board:key", { key: boardKey });
    socket.join(roomsOf(socket.data).flatMap((room) => [room, localizedRoom(room, language)]));
    // What was known of the session may be nearly a second old, of the booth as well.
    if (!actor) return judgeBoards([socket]);
    unconfirmed.add(actor.sessionId);
    enterRooms(socket, actor);
  });

  function enterRooms(socket: Guest, actor: Actor): void {
    readRooms(socket, actor).catch((error: unknown) =>
      log.warn({ err: error }, "a socket hears of no line until it connects again"),
    );
  }

  /**
   * Has a socket in the rooms of its account and in no others. Anew where they changed while they were read: whoever
   * connected while a booth was taken away heard its line, with names, for as long as the socket lived.
   */
  async function readRooms(socket: Guest, actor: Actor): Promise<void> {
    const reading = { isStale: false };
    const readings = readingRooms.get(actor.id) ?? new Set();
    readingRooms.set(actor.id, readings.add(reading));
    try {
      const rooms = await roomsOfAccount(actor);
      if (!socket.connected) return;
      if (!reading.isStale) return setRooms(socket, rooms);
    } finally {
      readings.delete(reading);
      if (readings.size === 0) readingRooms.delete(actor.id);
    }
    return readRooms(socket, actor);
  }

  function setRooms(socket: Guest, ofAccount: Room[]): void {
    const own = roomsOf(socket.data);
    const localized = [...own, ...ofAccount].map((room) => localizedRoom(room, socket.data.language));
    const wanted = new Set([socket.id, ...own, ...localized]);
    for (const room of socket.rooms) if (!wanted.has(room)) socket.leave(room);
    socket.join(localized);
  }

  function changeRooms(userId: number, join: Room[], leave: Room[]): void {
    for (const reading of readingRooms.get(userId) ?? []) reading.isStale = true;
    for (const language of languages) {
      const sockets = io.in(localizedRoom(`user:${userId}`, language));
      if (leave.length > 0) sockets.socketsLeave(leave.map((room) => localizedRoom(room, language)));
      if (join.length > 0) sockets.socketsJoin(join.map((room) => localizedRoom(room, language)));
    }
  }

  /** Has an account's sockets in the rooms that are its own by now: a late word undid what changed here since. */
  function readRoomsOf(userId: number): void {
    for (const language of languages) {
      for (const socket of socketsIn(`user:${userId}`, language)) {
        if (socket.data.actor) enterRooms(socket, socket.data.actor);
      }
    }
  }

  /**
   * Takes one of the places of a session and one of its account, until they are given back; none when all are taken.
   */
  function takePlaces({ sessionId, id, roleId }: Actor): Promise<(() => void) | undefined> {
    return limits.places.take([
      { name: `session ${sessionId}`, max: maxSocketsOfSession },
      { name: `account ${id}`, max: maxSocketsOfAccount[isStaff(roleId) ? "staff" : "attendee"] },
    ]);
  }

  /** Has a place given back once its connection is closed, as it may be already: it was judged meanwhile. */
  function whenClosed({ conn }: Guest, leave: () => void): void {
    if (conn.readyState === "open") conn.once("close", leave);
    else leave();
  }

  async function admitBoard(socket: Guest, next: (error?: Error) => void): Promise<void> {
    const { board: typed, key, proof } = socket.handshake.query;
    const board = z.safeParse(pathId, one(typed));
    const ip = addressFrom(socket.request);
    if (!board.success) {
      await limits.handshake.refused(ip);
      return next(refusal("request.not_found", socket));
    }
    if (!(await hasBoard(board.data))) return next(refusal("booth.not_found", socket));
    const place = await limits.boards.admit({ ip, board: board.data, key: one(key), proof: one(proof) });
    whenClosed(socket, place.leave);
    const language = languageOf(socket.handshake.headers["accept-language"]);
    socket.data = { board: board.data, boardKey: place.key, language };
    next();
  }

  function tell({ event, to, message, ids }: News): void {
    for (const language of languages) {
      const rooms = to.map((room) => localizedRoom(room, language));
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
    for (const before of languages) {
      if (before !== language) for (const socket of socketsIn(`session:${sessionId}`, before)) turn(socket, language);
    }
  }

  function turn(socket: Guest, language: Language): void {
    const ending = localizedRoom("", socket.data.language);
    for (const room of [...socket.rooms].filter((name) => name.endsWith(ending))) {
      socket.leave(room);
      socket.join(localizedRoom(room.slice(0, -ending.length), language));
    }
    socket.data.language = language;
  }

  /** The sockets of a room that hear one language, without a look at all others of the process. */
  function socketsIn(room: Room, language: Language): Guest[] {
    const ids = io.sockets.adapter.rooms.get(localizedRoom(room, language)) ?? [];
    return [...ids].flatMap((id) => io.sockets.sockets.get(id) ?? []);
  }

  notices.on((notice, isFromElsewhere) => {
    if (notice.kind === "session.ended") endSockets(notice.sessionIds);
    if (notice.kind === "session.language") changeLanguage(notice.sessionId, notice.language);
    if (notice.kind === "rooms.changed") {
      changeRooms(notice.userId, notice.join, notice.leave);
      if (isFromElsewhere) readRoomsOf(notice.userId);
    }
    if (notice.kind === "news") tell(notice);
    if (notice.kind === "news" && notice.event === "Booth:changed") judgeBoards(io.sockets.sockets.values());
    if (notice.kind === "notices.missed") {
      judgeAnew(() => true);
      telling ??= setTimeout(tellMissed, missedMs);
    }
  });

  /** Has every open screen ask again: what was said to it in another process may be lost (rules §7; 0195). */
  function tellMissed(): void {
    telling = undefined;
    for (const socket of io.sockets.sockets.values()) {
      socket.emit("News:missed", { message: newsSentences["News:missed"][socket.data.language] });
    }
  }

  /** Asks the database, once for all of them, whether sessions still live. */
  async function judge(sessionIds: Iterable<number>): Promise<void> {
    try {
      endSockets(await findEnded([...new Set(sessionIds)]));
    } catch (error) {
      log.debug({ err: error }, "open sockets could not be judged; they are at the next sweep");
    }
  }

  /** Hangs up on the boards of booths that have none any more (security: row 4). */
  function judgeBoards(sockets: Iterable<Guest>): void {
    for (const board of new Set([...sockets].flatMap(({ data }) => data.board ?? []))) {
      hasBoard(board).then(
        (has) => has || io.in(`board:${board}`).disconnectSockets(true),
        (error: unknown) => log.debug({ err: error }, "a board could not be judged; it is at the next sweep"),
      );
    }
  }

  /**
   * Asks whether sessions still live and boards still are, and has the sockets of some accounts in the rooms that are
   * theirs now.
   */
  function judgeAnew(isOf: (actor: Actor) => boolean): void {
    void judge(openSessionIds(io));
    judgeBoards(io.sockets.sockets.values());
    for (const socket of io.sockets.sockets.values()) {
      const { actor } = socket.data;
      if (actor && isOf(actor)) enterRooms(socket, actor);
    }
  }
  const timers = [
    setInterval(() => {
      if (unconfirmed.size === 0) return;
      const ids = [...unconfirmed];
      unconfirmed.clear();
      void judge(ids);
    }, confirmMs),
    // Staff hear names; while Redis is away nobody tells this process whose booth was taken.
    setInterval(() => judgeAnew(({ roleId }) => roleId !== Role.User), sweepMs),
  ];
  app.addHook("preClose", async () => {
    for (const timer of timers) clearInterval(timer);
    clearTimeout(telling);
    io.disconnectSockets(true);
    io.engine.close();
  });

  return {
    /** Counts the open sockets of this process that a room's news goes to. */
    countHearers(room) {
      const { rooms } = io.sockets.adapter;
      return languages.reduce((sum, language) => sum + (rooms.get(localizedRoom(room, language))?.size ?? 0), 0);
    },
  };
}

/**
 * Whether a request asks for the one protocol that is spoken beside HTTP. Any other wish is passed over, as a server
 * may (RFC 9110 §7.8): Socket.IO leaves it without an answer, and a proxy takes the process for dead (decision 0161).
 */
export function isSocketHandshake({ url = "", headers }: IncomingMessage): boolean {
  return url.startsWith("/socket.io/") && headers.upgrade?.toLowerCase() === "websocket";
}

/** Reads the access token that a handshake bears. */
export function accessTokenOfSocket(request: IncomingMessage): string | undefined {
  return queryOf(request).get("accessToken") ?? undefined;
}

function queryOf({ url = "" }: IncomingMessage): URLSearchParams {
  return new URLSearchParams(url.split("?", 2)[1]);
}

/**
 * Lets go of the request that a socket was opened by, as nothing reads it any more: its head of up to 16 KB stayed in
 * memory for as long as the socket is open (security: row 22).
 */
function forgetRequest({ conn, handshake }: Guest): void {
  Object.assign(conn, { request: { headers: {} } });
  Object.assign(handshake, { headers: {}, query: {}, url: "" });
}

function openSessionIds(io: Realtime): number[] {
  return [...io.sockets.sockets.values()].flatMap((socket) => socket.data.actor?.sessionId ?? []);
}

function roomsOf({ actor, board }: SocketData): Room[] {
  if (!actor) return board === undefined ? [] : [`board:${board}`];
  return [`user:${actor.id}`, `role:${actor.roleId}`, `session:${actor.sessionId}`];
}

function localizedRoom(room: string, language: Language): string {
  return `${room}/${language}`;
}

/** No origin at all is no browser; otherwise it is this host, or one that the settings name (security: row 19). */
function isOwnOrigin({ headers }: IncomingMessage, config: Options["config"]): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if ([config.publicUrl, ...config.corsOrigins].includes(origin.toLowerCase())) return true;
  return URL.parse(origin)?.host === host?.toLowerCase();
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function refusal(code: ProblemCode, { handshake }: Guest, details?: Record<string, unknown>): Error {
  const message = problemSentence(code, languageOf(handshake.headers["accept-language"]));
  return Object.assign(new Error(message), { data: { code, message, ...(details && { details }) } });
}
