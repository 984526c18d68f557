import { randomBytes } from "node:crypto";
import { isStaff, type Language, type Role } from "@saha/contract";
import { createSigner, createVerifier } from "fast-jwt";
import { type RawBuilder, sql } from "kysely";
import type {} from "../../core.ts";
import type { Database, Tx } from "../../database/database.ts";
import { deleteInParts } from "../../database/delete-in-parts.ts";
import type { Notices } from "../../database/notices.ts";
import type { ResolveSession } from "../../http/authenticate.ts";
import type { Actor, Client } from "../../http/client.ts";
import { MemoryCounter } from "../../limits/memory-counter.ts";
import type { Peers } from "../../limits/ring.ts";
import { type Keys, sha256 } from "../../process/secrets.ts";
import type {} from "../../realtime/news.ts";
import { liveSessions, refreshFinder, sessionFinder } from "./find-session.ts";
import { languageWriter } from "./language-writer.ts";
import { openSession } from "./open-session.ts";

const accessSeconds = 15 * 60;
const cacheMs = 900;
const maxTokenLength = 1024;
/** Seconds after its end in which a token tells whose turn it is: the staff's sessions live as long unused. */
const claimsLast = 16 * 3600;
/** 32 random bytes. */
const refreshTokenForm = /^[\w-]{43}$/;
const usualCached = 20_000;
/** More often nobody turns the language, and each time is a row written. */
const turnsOfLanguage = { points: 20, duration: 600 };

/**
 * `key` is of the session's own: after a restored backup its number is given out again (decision 0165). `staff` and
 * `peers` are of when the token was made, and tell whose turn it is where the session is not remembered, no more.
 */
type Verified = { sub: number; sid: number; key?: string; exp: number; staff?: true; peers?: Peers };

/** Whom an access token was signed for, and what was known of them when they were looked up last. */
type SignedIn = { account: number; session: number; isStaff: boolean; peers: Peers | undefined };

export type Sessions = {
  /**
   * Opens a session on the account that `account` selects, with at least its `id` and `role_id`, for a device that is
   * known from then on; hands out what was selected and the tokens, of which the refresh token itself is stored
   * nowhere. Opens nothing where nothing is selected. Ends those unused for longest where the account has too many.
   */
  start<Selected extends { id: number; roleId: Role }>(
    query: Tx | Database["query"],
    account: RawBuilder<Selected>,
    client: Client,
  ): Promise<{ user: Selected; accessToken: string; refreshToken: string } | undefined>;
  /**
   * Who stands behind the tokens; nobody when the session is over. An expired, rightly signed access token together
   * with its live refresh token counts, and is renewed. The language, when given, is kept as the session's latest,
   * 20 times in ten minutes.
   */
  resolve: ResolveSession;
  /**
   * The account and session that an access token was signed for, whether or not it still lives, and whose they were
   * when they were looked up last: for whoever takes turns.
   */
  signedFor(accessToken: string): SignedIn | undefined;
  /** Whether a session still lives that was given this refresh token; all who ask at once share one read. */
  isRefreshed(refreshToken: string): Promise<boolean>;
  /** Ends one session by either token, also one whose access token has expired. */
  end(tx: Tx, tokens: { sessionId?: number | undefined; refreshToken?: string | undefined }): Promise<void>;
  /** Ends all sessions of a user, or all but one. */
  endAll(tx: Tx, userId: number, except?: number): Promise<void>;
  /** Which of these sessions are over, by the database and not by what is remembered. */
  findEnded(sessionIds: number[]): Promise<number[]>;
};

declare module "../../core.ts" {
  interface Core {
    sessions: Sessions;
  }
}

/** What of an account tells whose turn it is (0182). */
function placeOf({ roleId, peers }: Pick<Actor, "roleId" | "peers">): Pick<Verified, "staff" | "peers"> {
  return { ...(isStaff(roleId) && { staff: true }), ...(peers && { peers }) };
}

/**
 * Sessions by rules §3: signed access tokens of 15 minutes, refresh tokens kept as hashes, ended everywhere within a
 * second.
 */
export function openSessions(
  database: Database,
  keys: Keys,
  notices: Pick<Notices, "on" | "say">,
  { maxCached = usualCached } = {},
): Sessions {
  const sign = createSigner({ key: keys.accessToken, algorithm: "HS256", expiresIn: accessSeconds * 1000 });
  const verify = createVerifier({ key: keys.accessToken, algorithms: ["HS256"], ignoreExpiration: true });
  const verified = new Map<string, Verified>();
  const turns = new MemoryCounter(turnsOfLanguage);
  const find = sessionFinder(database);
  const findRefreshed = refreshFinder(database);
  const languages = languageWriter(database);
  // The hash as text: as bytes each would keep the 64 KB that the driver read it in.
  const cache = new Map<number, { actor: Actor; refreshHash: string; language: Language; until: number }>();
  const ended = new Set<number>();
  notices.on((notice) => {
    if (notice.kind === "session.ended") for (const id of notice.sessionIds) end(id);
  });

  function claimsOf(accessToken: string): Verified | undefined {
    const known = verified.get(accessToken);
    if (known) return known;
    // Ours have some 200 letters; what is long costs as much as it has.
    if (accessToken.length > maxTokenLength) return undefined;
    try {
      const claims = verify(accessToken) as Verified;
      if (verified.size >= maxCached) verified.clear();
      verified.set(accessToken, claims);
      return claims;
    } catch {
      return undefined;
    }
  }

  /** Forgets a session, and for as long as its tokens say whose turn it is, that it has ended: the oldest go first. */
  function end(sessionId: number): void {
    cache.delete(sessionId);
    ended.delete(sessionId);
    for (const oldest of ended) {
      if (ended.size < maxCached) break;
      ended.delete(oldest);
    }
    ended.add(sessionId);
  }

  function mayTurn(sessionId: number): Promise<boolean> {
    return turns.consume(sessionId).then(
      () => true,
      () => false,
    );
  }

  async function live(sessionId: number) {
    const now = performance.now();
    const known = cache.get(sessionId);
    if (known && known.until > now) return known;
    const row = await find(sessionId);
    if (!row) {
      end(sessionId);
      return undefined;
    }
    // Whoever was looked up longest ago is forgotten; with all of them the staff would wait among attendees.
    cache.delete(sessionId);
    for (const [oldest] of cache) {
      if (cache.size < maxCached) break;
      cache.delete(oldest);
    }
    const entry = {
      actor: { id: row.userId, roleId: row.roleId, sessionId, peers: row.peers ?? undefined },
      refreshHash: row.refreshHash.toString("base64url"),
      language: languages.pending(sessionId) ?? row.language,
      until: now + cacheMs,
    };
    cache.set(sessionId, entry);
    return entry;
  }

  return {
    async start(query, account, client) {
      const refreshToken = randomBytes(32).toString("base64url");
      const refreshHash = sha256(refreshToken);
      const opened = await openSession(query, account, refreshHash, client);
      if (!opened) return undefined;
      const { selected: user, sessionId, ended } = opened;
      if (ended.length > 0) {
        const notice = { kind: "session.ended", sessionIds: ended } as const;
        if ("notify" in query) query.notify(notice);
        else notices.say(notice);
      }
      return {
        user,
        accessToken: sign({
          sub: user.id,
          sid: sessionId,
          key: keyOf(refreshHash.toString("base64url")),
          ...placeOf({ roleId: user.roleId, peers: undefined }),
        }),
        refreshToken,
      };
    },
    async resolve(accessToken, refreshToken, language) {
      const claims = claimsOf(accessToken);
      if (!claims) return undefined;
      const session = await live(claims.sid);
      if (!session || session.actor.id !== claims.sub) return undefined;
      const isExpired = claims.exp * 1000 <= Date.now() || claims.key !== keyOf(session.refreshHash);
      if (isExpired && (!refreshToken || sha256(refreshToken).toString("base64url") !== session.refreshHash)) {
        return undefined;
      }
      if (language !== undefined && language !== session.language && (await mayTurn(claims.sid))) {
        session.language = language;
        languages.remember(claims.sid, language);
        notices.say({ kind: "session.language", sessionId: claims.sid, language });
      }
      const found = { actor: session.actor, language: session.language };
      return isExpired
        ? {
            ...found,
            renewed: sign({
              sub: claims.sub,
              sid: claims.sid,
              key: keyOf(session.refreshHash),
              ...placeOf(session.actor),
            }),
          }
        : found;
    },
    isRefreshed: async (refreshToken) =>
      refreshTokenForm.test(refreshToken) && (await findRefreshed(sha256(refreshToken).toString("hex"))) === true,
    signedFor(accessToken) {
      const claims = claimsOf(accessToken);
      if (!claims) return undefined;
      const cached = cache.get(claims.sid)?.actor;
      const actor = cached?.id === claims.sub ? cached : undefined;
      const isRecent = claims.exp > Date.now() / 1000 - claimsLast;
      const isTold = isRecent && !ended.has(claims.sid);
      const { staff = false, peers } = actor ? placeOf(actor) : isTold ? claims : {};
      // What nobody has looked up has one line of its account, for it may have ended.
      return { account: claims.sub, session: actor ? claims.sid : 0, isStaff: staff, peers };
    },
    async end(tx, { sessionId, refreshToken }) {
      const ended = await tx
        .updateTable("sessions")
        .set({ revokedAt: sql<string>`now()` })
        .where("revokedAt", "is", null)
        .where((where) =>
          where.or([
            where("id", "=", sessionId ?? 0),
            where("refreshHash", "=", refreshToken ? sha256(refreshToken) : Buffer.alloc(0)),
          ]),
        )
        .returning("id")
        .execute();
      tx.notify({ kind: "session.ended", sessionIds: ended.map((row) => row.id) });
    },
    async endAll(tx, userId, except) {
      const ended = await tx
        .updateTable("sessions")
        .set({ revokedAt: sql<string>`now()` })
        .where("userId", "=", userId)
        .where("revokedAt", "is", null)
        .where("id", "!=", except ?? 0)
        .returning("id")
        .execute();
      tx.notify({ kind: "session.ended", sessionIds: ended.map((row) => row.id) });
    },
    async findEnded(sessionIds) {
      if (sessionIds.length === 0) return [];
      const live = await liveSessions(database)
        .select("sessions.id")
        .where("sessions.id", "=", sql<number>`any(${sessionIds})`)
        .execute();
      const liveIds = new Set(live.map(({ id }) => id));
      return sessionIds.filter((id) => !liveIds.has(id));
    },
  };
}

/**
 * What an access token names its session by beside the number: little of the hash, so that nobody can be found by it.
 */
function keyOf(refreshHash: string): string {
  return refreshHash.slice(0, 12);
}

/** The devices signed in on an account, the latest used first (rules §3). */
export function sessionsOf(database: Database, userId: number) {
  return liveSessions(database)
    .select(["sessions.id", "sessions.createdAt", "sessions.lastUsedAt", "sessions.ip", "sessions.userAgent"])
    .where("sessions.userId", "=", userId)
    .orderBy("lastUsedAt", "desc")
    .orderBy("sessions.id", "desc")
    .execute();
}

/** Forgets sessions a week after their end; returns how many. */
export function forgetOldSessions(database: Database): Promise<number> {
  return deleteInParts(database, "sessions", sql`least(revoked_at, expires_at) < now() - interval '7 days'`);
}
