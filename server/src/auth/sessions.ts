import { randomBytes } from "node:crypto";
import { isStaff, type Language, type Role } from "@saha/contract";
import { createSigner, createVerifier } from "fast-jwt";
import { sql } from "kysely";
import type { Client } from "../core.ts";
import type { Database, Tx } from "../database.ts";
import { type Keys, sha256 } from "../secrets.ts";

const accessSeconds = 15 * 60;
const day = 86_400;
const lifetimes = {
  user: { idle: 30 * day, absolute: 90 * day },
  staff: { idle: 16 * 3600, absolute: 30 * day },
};
const cacheMs = 900;
const mostCached = 20_000;

type Actor = { readonly id: number; readonly roleId: Role; readonly sessionId: number };
type Claims = { sub: number; sid: number };

export type Sessions = {
  /** Opens a session for a device and hands out its tokens; the refresh token itself is stored nowhere. */
  start(
    tx: Tx,
    user: { id: number; roleId: Role },
    client: Client,
  ): Promise<{ accessToken: string; refreshToken: string }>;
  /**
   * Who stands behind the tokens; nobody when the session is over. An expired, rightly signed access token together
   * with its live refresh token counts, and is renewed.
   */
  resolve(
    accessToken: string,
    refreshToken: string | undefined,
  ): Promise<{ actor: Actor; renewed?: string } | undefined>;
  /** Ends one session by either token, also one whose access token has expired. */
  end(tx: Tx, tokens: { sessionId?: number | undefined; refreshToken?: string | undefined }): Promise<void>;
  /** Ends all sessions of a user, or all but one. */
  endAll(tx: Tx, userId: number, except?: number): Promise<void>;
  /** Drops what is remembered of sessions, so that their end is felt at once in this process. */
  forget(sessionIds: number[]): void;
};

/** Sessions by rules §3: signed access tokens of 15 minutes, refresh tokens kept as hashes, ended everywhere within a second. */
export function openSessions(database: Database, keys: Keys): Sessions {
  const sign = createSigner({ key: keys.accessToken, algorithm: "HS256", expiresIn: accessSeconds * 1000 });
  const verify = createVerifier({ key: keys.accessToken, algorithms: ["HS256"], ignoreExpiration: true, cache: 5000 });
  const cache = new Map<number, { actor: Actor; refreshHash: Buffer; until: number }>();

  function claimsOf(accessToken: string): (Claims & { exp: number }) | undefined {
    try {
      return verify(accessToken) as Claims & { exp: number };
    } catch {
      return undefined;
    }
  }

  async function live(sessionId: number) {
    const now = performance.now();
    const known = cache.get(sessionId);
    if (known && known.until > now) return known;
    const row = await findLive(database, sessionId);
    if (!row) {
      cache.delete(sessionId);
      return undefined;
    }
    if (row.isStale) await touch(database, sessionId);
    if (cache.size >= mostCached) cache.clear();
    const entry = {
      actor: { id: row.userId, roleId: row.roleId, sessionId },
      refreshHash: row.refreshHash,
      until: now + cacheMs,
    };
    cache.set(sessionId, entry);
    return entry;
  }

  return {
    async start(tx, user, client) {
      const refreshToken = randomBytes(32).toString("base64url");
      const life = isStaff(user.roleId) ? lifetimes.staff : lifetimes.user;
      const { id } = await tx
        .insertInto("sessions")
        .values({
          userId: user.id,
          refreshHash: sha256(refreshToken),
          idleSeconds: life.idle,
          expiresAt: sql<string>`now() + make_interval(secs => ${life.absolute})`,
          ip: client.ip,
          userAgent: client.userAgent,
          language: client.language,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { accessToken: sign({ sub: user.id, sid: id }), refreshToken };
    },
    async resolve(accessToken, refreshToken) {
      const claims = claimsOf(accessToken);
      if (!claims) return undefined;
      const session = await live(claims.sid);
      if (!session || session.actor.id !== claims.sub) return undefined;
      if (claims.exp * 1000 > Date.now()) return { actor: session.actor };
      if (!refreshToken || !sha256(refreshToken).equals(session.refreshHash)) return undefined;
      return { actor: session.actor, renewed: sign({ sub: claims.sub, sid: claims.sid }) };
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
    forget(sessionIds) {
      for (const id of sessionIds) cache.delete(id);
    },
  };
}

function findLive(database: Database, sessionId: number) {
  return database.query
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.userId")
    .select([
      "sessions.userId",
      "sessions.refreshHash",
      "users.roleId",
      sql<boolean>`sessions.last_used_at < now() - interval '1 minute'`.as("isStale"),
    ])
    .where("sessions.id", "=", sessionId)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", sql<string>`now()`)
    .where(sql<boolean>`last_used_at + make_interval(secs => idle_seconds) > now()`)
    .where("users.isBlocked", "=", false)
    .where("users.deletedAt", "is", null)
    .executeTakeFirst();
}

async function touch(database: Database, sessionId: number): Promise<void> {
  await database.query
    .updateTable("sessions")
    .set({ lastUsedAt: sql<string>`now()` })
    .where("id", "=", sessionId)
    .execute();
}

/** The language in which a session is spoken to: the latest that it used (rules §7). */
export async function rememberLanguage(database: Database, sessionId: number, language: Language): Promise<void> {
  await database.query.updateTable("sessions").set({ language }).where("id", "=", sessionId).execute();
}
