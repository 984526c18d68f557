import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { api, Platform, Role } from "@saha/contract";
import { createSigner } from "fast-jwt";
import { sql } from "kysely";
import { afterAll, describe, expect, test, vi } from "vitest";
import { refreshFinder } from "../src/auth/sessions/find-session.ts";
import { openSessions } from "../src/auth/sessions/sessions.ts";
import { openCaller, refusalOf, sessionHeaders } from "./caller.ts";
import type { Member } from "./given.ts";
import { openServer } from "./harness.ts";

const saha = await openServer();
const { given, query } = saha;
afterAll(saha.close);

const hour = 3_600_000;
function tokenOf(member: Member, { key = saha.core.keys.accessToken, ageMs = 0, claims = {} } = {}): string {
  const sign = createSigner({ key, algorithm: "HS256", expiresIn: 900_000, clockTimestamp: Date.now() - ageMs });
  return sign({ sub: member.id, sid: member.sessionId, ...claims });
}
const as = (accessToken: string, refreshToken?: string) =>
  openCaller(saha.send, { accessToken, ...(refreshToken && { refreshToken }) });

describe("an expired access token", () => {
  test("with its live refresh token is served and renewed; the new one is good by itself", async () => {
    const member = await given.user();
    const answer = await as(tokenOf(member, { ageMs: hour }), member.refreshToken)(api.auth.me);
    expect(answer.data.id).toBe(member.id);
    const renewed = String(answer.headers["x-access-token"]);
    expect(renewed.split(".")).toHaveLength(3);
    const again = await as(renewed)(api.auth.me);
    expect(again.data.id).toBe(member.id);
    expect(again.headers["x-access-token"]).toBeUndefined();
  });

  test("is renewed on a refusal as well, and by 30 calls at once each is served", async () => {
    const member = await given.user();
    const call = as(tokenOf(member, { ageMs: hour }), member.refreshToken);
    const refused = await call(api.purchases.reserve, { body: { ticketId: 999_999 } });
    expect([refused.code, typeof refused.headers["x-access-token"]]).toEqual(["ticket.not_found", "string"]);
    const answers = await Promise.all(Array.from({ length: 30 }, () => call(api.auth.me)));
    expect(answers.every(({ data, headers }) => data?.id === member.id && headers["x-access-token"])).toBe(true);
  });

  test.each(["no", "another session's", "a made-up", "an empty"])("with %s refresh token is nobody", async (which) => {
    const [member, other] = [await given.user(), await given.user()];
    const refresh = {
      no: undefined,
      "another session's": other.refreshToken,
      "a made-up": "x".repeat(43),
      "an empty": "",
    }[which];
    const headers = {
      ...sessionHeaders({ accessToken: tokenOf(member, { ageMs: hour }) }),
      ...(refresh !== undefined && { "x-refresh-token": refresh }),
    };
    const answer = await saha.send("GET", "/api/auth/me", { headers });
    expect(refusalOf(answer).code).toBe("auth.required");
    expect(answer.headers["x-access-token"]).toBeUndefined();
  });

  test("counts where its session's own key is missing or another one's, as after a restored backup", async () => {
    const member = await given.user();
    const [, payload = ""] = member.accessToken.split(".");
    const { key } = JSON.parse(Buffer.from(payload, "base64url").toString()) as { key: string };
    expect((await as(tokenOf(member, { claims: { key } }))(api.auth.me)).data.id).toBe(member.id);
    for (const claims of [{}, { key: "anotherkey12" }, { key: "" }, { key: null }]) {
      expect((await as(tokenOf(member, { claims }))(api.auth.me)).code, JSON.stringify(claims)).toBe("auth.required");
      const other = (await given.user()).refreshToken;
      expect((await as(tokenOf(member, { claims }), other)(api.auth.me)).code).toBe("auth.required");
      const renewed = await as(tokenOf(member, { claims }), member.refreshToken)(api.auth.me);
      expect(renewed.data.id).toBe(member.id);
      expect((await as(String(renewed.headers["x-access-token"]))(api.auth.me)).data.id).toBe(member.id);
    }
  });

  test("of the same person's other device needs that device's own refresh token", async () => {
    const one = await given.user();
    const other = await given.signIn(one);
    const call = as(tokenOf(one, { ageMs: hour }), other.refreshToken);
    expect((await call(api.auth.me)).code).toBe("auth.required");
  });
});

describe("a token is nobody's", () => {
  const forged = {
    "signed by another key": (member: Member) =>
      tokenOf(member, { key: Buffer.from("another key of more than 32 letters") }),
    "signed by the tickets' key": (member: Member) => tokenOf(member, { key: saha.core.keys.ticket }),
    "naming another person": (member: Member) => tokenOf(member, { claims: { sub: member.id + 1 } }),
    "naming a session that is none": (member: Member) => tokenOf(member, { claims: { sid: 999_999_999 } }),
    "with no algorithm": (member: Member) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${part({ alg: "none", typ: "JWT" })}.${part({ sub: member.id, sid: member.sessionId, exp: 9_999_999_999 })}.`;
    },
    "that is cut": (member: Member) => member.accessToken.slice(0, -3),
    "that is text": () => "hello",
    "that is very long": () => "x".repeat(3_000),
  };
  test.each(Object.entries(forged))("%s", async (_what, forge) => {
    const member = await given.user({ roleId: Role.Admin });
    const answer = await saha.send("GET", "/api/user", {
      headers: sessionHeaders({ accessToken: forge(member), refreshToken: member.refreshToken }),
    });
    expect(refusalOf(answer).code).toBe("auth.required");
  });

  test.each(["", "Bearer", "Bearer ", "Basic YTpi", "Token x", "bearer\tx"])(
    "in the header %j",
    async (authorization) => {
      expect(refusalOf(await saha.send("GET", "/api/auth/me", { headers: { authorization } })).code).toBe(
        "auth.required",
      );
    },
  );
});

test("a dead token on a public call counts as none", async () => {
  const member = await given.user({ username: "dead-token", password: "kalima-sirriya-77" });
  await member.call(api.auth.logout);
  expect((await member.call(api.themes.main)).status).toBe(200);
  const body = { identifier: "dead-token", password: "kalima-sirriya-77" };
  expect((await member.call(api.auth.login, { body })).data.user.id).toBe(member.id);
});

describe("logout", () => {
  test("of strangers, whose tokens are looked up together, begins no transaction", async () => {
    const { database } = saha.core;
    const find = refreshFinder(database);
    const member = await given.user();
    const hash = (token: string) => createHash("sha256").update(token).digest("hex");
    const asked = Array.from({ length: 50 }, (_, n) => find(hash(`no token ${n}`)));
    expect([await find(hash(member.refreshToken)), ...(await Promise.all(asked))].filter(Boolean)).toEqual([true]);
    const begun = vi.spyOn(database, "transact");
    for (const token of ["x", "x".repeat(43), "x".repeat(2000)]) {
      expect((await as("broken", token)(api.auth.logout)).status).toBe(204);
    }
    expect(begun).not.toHaveBeenCalled();
    begun.mockRestore();
  });

  test("is 204 with an empty answer, ends this session at once, and is 204 for a dead one and for none", async () => {
    const member = await given.user();
    const device = await given.signIn(member);
    expect((await member.call(api.auth.me)).status).toBe(200);
    const left = await member.call(api.auth.logout);
    expect([left.status, left.text]).toEqual([204, ""]);
    expect((await member.call(api.auth.me)).code).toBe("auth.required");
    expect((await device.call(api.auth.me)).status).toBe(200);
    expect((await member.call(api.auth.logout)).status).toBe(204);
    expect((await saha.stranger(api.auth.logout)).status).toBe(204);
  });

  test.each(["expired", "broken"])("ends a session whose access token is %s by its refresh token", async (state) => {
    const member = await given.user();
    const accessToken = state === "expired" ? tokenOf(member, { ageMs: hour }) : "broken";
    expect((await as(accessToken, member.refreshToken)(api.auth.logout)).status).toBe(204);
    expect((await member.call(api.auth.me)).code).toBe("auth.required");
  });
});

describe("a session ends", () => {
  const dies = async (member: Member) => {
    await expect
      .poll(async () => (await member.call(api.auth.me)).code, { timeout: 2000, interval: 100 })
      .toBe("auth.required");
    const call = as(tokenOf(member, { ageMs: hour }), member.refreshToken);
    expect((await call(api.auth.me)).code).toBe("auth.required");
  };
  const at = (member: Member, change: Record<string, unknown>) =>
    query.updateTable("sessions").set(change).where("id", "=", member.sessionId).execute();

  test("when it was idle for too long", async () => {
    const member = await given.user({ roleId: Role.ScanAdmin });
    await at(member, { lastUsedAt: sql`now() - interval '15 hours 59 minutes'` });
    expect((await member.call(api.auth.me)).status).toBe(200);
    await at(member, { lastUsedAt: sql`now() - interval '16 hours 1 minute'` });
    await dies(member);
  });

  test("when its last day has come, however much it was used", async () => {
    const member = await given.user();
    await at(member, { expiresAt: sql`now() - interval '1 second'` });
    await dies(member);
  });

  test("when the account is blocked or deleted", async () => {
    const [blocked, deleted] = [await given.user(), await given.user()];
    await query.updateTable("users").set({ isBlocked: true }).where("id", "=", blocked.id).execute();
    await query.updateTable("users").set({ deletedAt: sql`now()` }).where("id", "=", deleted.id).execute();
    await Promise.all([dies(blocked), dies(deleted)]);
  });

  test.each([
    { roleId: Role.User, idle: 30 * 24, absolute: 90 },
    { roleId: Role.Admin, idle: 16, absolute: 30 },
    { roleId: Role.ScanAdmin, idle: 16, absolute: 30 },
  ])("for role $roleId after $idle idle hours and $absolute days", async ({ roleId, idle, absolute }) => {
    const member = await given.user({ roleId });
    const row = await query
      .selectFrom("sessions")
      .select(["idleSeconds", sql<number>`round(extract(epoch from expires_at - created_at) / 86400)::int`.as("days")])
      .where("id", "=", member.sessionId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ idleSeconds: idle * 3600, days: absolute });
  });
});

describe("an account keeps so many sessions", () => {
  /** Opens an old session and some later ones, of which the first has ended, then signs in once more. */
  async function signInAfter(others: number, facts: { roleId?: Role } = {}) {
    const first = await given.user(facts);
    await query
      .updateTable("sessions")
      .set({ lastUsedAt: sql`now() - interval '500 minutes'` })
      .where("id", "=", first.sessionId)
      .execute();
    await sql`
      insert into sessions (user_id, refresh_hash, idle_seconds, expires_at, language, last_used_at, revoked_at)
      select ${first.id}, sha256(gen_random_uuid()::text::bytea), 36000, now() + interval '1 day', 'ar',
        now() - make_interval(mins => n), case when n = 1 then now() end
      from generate_series(1, ${others}::int) as n`.execute(query);
    const told: number[] = [];
    saha.core.notices.on((notice) => {
      if (notice.kind === "session.ended") told.push(...notice.sessionIds);
    });
    const last = await given.signIn(first);
    const { rows } = await sql<{ id: number; isRevoked: boolean }>`
      select id, revoked_at is not null as is_revoked from sessions where user_id = ${first.id}`.execute(query);
    const ids = rows.map(({ id }) => id);
    return { first, last, told, ids, revoked: rows.filter(({ isRevoked }) => isRevoked).length };
  }

  test.each([
    { whose: "an attendee's", facts: {}, max: 50 },
    { whose: "the staff's", facts: { roleId: Role.ScanAdmin }, max: 200 },
  ])("of $whose the one unused for longest ends for the one beyond $max, and its sockets hear of it", async (of) => {
    const { first, last, told, ids } = await signInAfter(of.max, of.facts);
    expect(ids).toHaveLength(of.max);
    expect(ids).not.toContain(first.sessionId);
    await expect.poll(() => told).toContain(first.sessionId);
    expect((await first.call(api.auth.me)).code).toBe("auth.required");
    expect((await last.call(api.auth.sessions)).data).toHaveLength(of.max);
  });

  test("one that has ended goes before any that lives", async () => {
    const { first, ids, revoked } = await signInAfter(49);
    expect([ids.length, revoked]).toEqual([50, 0]);
    expect((await first.call(api.auth.me)).status).toBe(200);
  });

  test("up to them all stay", async () => {
    const { first, ids, revoked } = await signInAfter(48);
    expect([ids.length, revoked]).toEqual([50, 1]);
    expect((await first.call(api.auth.me)).status).toBe(200);
  });

  test("twenty sign-ins at once leave a few more, the next one none", async () => {
    const { first } = await signInAfter(49);
    await Promise.all(Array.from({ length: 20 }, () => given.signIn(first)));
    await given.signIn(first);
    const kept = query.selectFrom("sessions").select("id").where("userId", "=", first.id);
    expect(await kept.execute()).toHaveLength(50);
  });
});

test("an access token names its account to whoever takes turns, also an expired one; a forged one names none", async () => {
  const member = await given.user();
  const { signedFor } = saha.core.sessions;
  expect([member.accessToken, tokenOf(member, { ageMs: hour })].map(signedFor)).toEqual(
    Array.from({ length: 2 }, () => ({
      account: member.id,
      session: 0,
      isStaff: false,
      peers: undefined,
    })),
  );
  // Who is of the staff is what was looked up last, and before that what it was when the token was made.
  const staff = await given.user({ roleId: Role.ScanAdmin });
  expect(signedFor(staff.accessToken)?.isStaff).toBe(true);
  const bare = tokenOf(staff);
  expect(signedFor(bare)?.isStaff).toBe(false);
  await staff.call(api.auth.me);
  expect(signedFor(bare)?.isStaff).toBe(true);
  const claimed = tokenOf(member, { claims: { staff: true, peers: "let in" } });
  expect(signedFor(claimed)).toMatchObject({ isStaff: true, peers: "let in" });
  const old = tokenOf(member, { ageMs: 17 * hour, claims: { staff: true } });
  expect(signedFor(old)).toMatchObject({ isStaff: false });
  await member.call(api.auth.me);
  expect(signedFor(claimed)).toMatchObject({ isStaff: false, peers: undefined });
  // Each that was looked up has a line of its own among the account's, all others one; ended ones are no staff's.
  const [remembered, unknown] = [await given.user({ roleId: Role.ScanAdmin }), await given.user()];
  await remembered.call(api.auth.me);
  const [live, other] = [remembered, unknown].map((of) => tokenOf(of, { claims: { staff: true } }));
  expect([live, other].map((token) => signedFor(token ?? ""))).toMatchObject([
    { session: remembered.sessionId, isStaff: true },
    { session: 0, isStaff: true },
  ]);
  for (const of of [remembered, unknown]) await of.call(api.auth.logout);
  expect([live, other].map((token) => signedFor(token ?? "")?.isStaff)).toEqual([false, false]);
  const forged = tokenOf(member, { key: Buffer.alloc(32) });
  expect([forged, "x", "a.b.c"].map(signedFor)).toEqual([undefined, undefined, undefined]);
});

test("of more sessions than are remembered the one looked up longest ago is forgotten, not all", async () => {
  const { database, keys, notices } = saha.core;
  const { resolve, signedFor } = openSessions(database, keys, notices, { maxCached: 2 });
  const staff = await given.user({ roleId: Role.ScanAdmin });
  const bare = tokenOf(staff);
  for (const member of [await given.user(), staff, await given.user()]) {
    await resolve(member.accessToken, member.refreshToken);
  }
  expect(signedFor(bare)?.isStaff).toBe(true);
  const another = await given.user();
  await resolve(another.accessToken, another.refreshToken);
  expect(signedFor(bare)?.isStaff).toBe(false);
  // The token of a gate that has asked nothing for a while says it still.
  expect(signedFor(staff.accessToken)?.isStaff).toBe(true);
});

test("an access token says that its person's email is verified, and for a day that a gate let it in", async () => {
  const [member, guard] = [await given.user(), await given.user({ roleId: Role.ScanAdmin })];
  const { qrToken } = await given.purchase({ userId: member.id, ticketId: (await given.ticket()).id });
  const peers = async () => {
    await member.call(api.auth.me);
    return saha.core.sessions.signedFor(member.accessToken)?.peers;
  };
  expect(await peers()).toBeUndefined();
  await query.updateTable("users").set({ isVerified: true }).where("id", "=", member.id).execute();
  await expect.poll(peers).toBe("verified");
  expect((await guard.call(api.scans.entry, { body: { qrToken } })).status).toBe(200);
  await expect.poll(peers).toBe("let in");
  await query
    .updateTable("purchases")
    .set({ lastQrEntryScan: sql`now() - interval '25 hours'` })
    .where("userId", "=", member.id)
    .execute();
  await expect.poll(peers).toBe("verified");
});

test("the database holds no token, only its hash", async () => {
  const member = await given.user();
  const { rows } = await sql<{ row: string }>`select to_jsonb(s)::text as row from sessions s`.execute(query);
  const all = rows.map(({ row }) => row).join();
  for (const secret of [
    member.refreshToken,
    member.accessToken,
    Buffer.from(member.refreshToken, "base64url").toString("hex"),
  ]) {
    expect(all).not.toContain(secret);
  }
});

describe("the language of a session", () => {
  /**
   * Turns the language to and fro, and gives what was told of it, of which the last is written down.
   */
  async function turn(times: number) {
    const member = await given.user();
    const told: string[] = [];
    saha.core.notices.on((notice) => {
      if (notice.kind === "session.language" && notice.sessionId === member.sessionId) told.push(notice.language);
    });
    for (let time = 0; time < times; time++) {
      const { status } = await member.call(api.auth.me, undefined, { language: time % 2 ? "ar" : "en" });
      expect(status).toBe(200);
    }
    const sessions = query.selectFrom("sessions").select("language").where("id", "=", member.sessionId);
    // Behind the answers.
    await expect.poll(async () => (await sessions.executeTakeFirstOrThrow()).language).toBe(told.at(-1));
    return told;
  }

  test("is kept as often as a person turns it, not as often as a program does", async () => {
    expect(await turn(4)).toEqual(["en", "ar", "en", "ar"]);
    expect(await turn(60)).toHaveLength(20);
  });

  test("keeps nobody waiting, however many sessions turn it at once", async () => {
    const crowd = await Promise.all(Array.from({ length: 20 }, () => given.user()));
    const { pool } = saha.core.database;
    await saha.owner.transaction().execute(async (tx) => {
      await sql`lock table sessions in share mode`.execute(tx);
      const answers = await Promise.all(crowd.map((one) => one.call(api.auth.me, undefined, { language: "en" })));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(pool.totalCount - pool.idleCount + pool.waitingCount).toBe(1);
    });
    const sessionIds = crowd.map(({ sessionId }) => sessionId);
    const kept = () => query.selectFrom("sessions").select("language").where("id", "in", sessionIds).execute();
    await expect.poll(async () => new Set((await kept()).map(({ language }) => language))).toEqual(new Set(["en"]));
  });
});

describe("a call whose caller holds the body back until the session is over", () => {
  const admin = given.user({ roleId: Role.Admin });
  const json = (body: object) => ({ type: "application/json", body: JSON.stringify(body) });
  const form = (fields: Record<string, string>) => {
    const parts = Object.entries(fields).map(
      ([name, value]) => `--part\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    return { type: "multipart/form-data; boundary=part", body: `${parts.join("")}--part--\r\n` };
  };

  /** Sends a call but for the last letters of its body, does something, sends those; gives the answer's status. */
  async function holdingBack(
    by: Member,
    call: string,
    { type, body }: { type: string; body: string },
    meanwhile: () => Promise<unknown>,
  ): Promise<number> {
    const { hostname, port } = new URL(saha.address);
    const socket = connect(Number(port), hostname);
    const headers = {
      host: "x",
      ...sessionHeaders(by),
      "content-type": type,
      "content-length": Buffer.byteLength(body),
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${call} HTTP/1.1\r\n${head.join("")}\r\n${body.slice(0, -4)}`);
    await sleep(50);
    await meanwhile();
    socket.write(body.slice(-4));
    const [answer] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    return Number(String(answer).split(" ")[1]);
  }

  test.each([
    ["JSON", json],
    ["a form", form],
  ])("is refused and changes nothing, in %s", async (_what, written) => {
    const member = await given.user();
    const call = `PUT /api/profile/${member.id}`;
    const end = async () => (await given.signIn(member)).call(api.auth.endSessions);
    expect(await holdingBack(member, call, written({ name: "late" }), end)).toBe(401);
    const row = () => query.selectFrom("users").select("name").where("id", "=", member.id).executeTakeFirstOrThrow();
    expect((await row()).name).not.toBe("late");
    expect(await holdingBack(await given.signIn(member), call, written({ name: "in time" }), async () => {})).toBe(200);
    expect((await row()).name).toBe("in time");
  });

  test("is refused once the account was blocked, or has another role", async () => {
    const game = await given.game({ platformId: Platform.Trivia });
    const player = await given.user();
    const call = `POST /api/score/trivia/${player.id}/game/${game.id}`;
    for (const change of [{ isBlocked: true }, { roleId: Role.ScanAdmin }]) {
      const thief = await given.user({ roleId: Role.TriviaAdmin });
      const params = { id: thief.id };
      const meanwhile = async () => (await admin).call(api.users.update, { params, body: change });
      expect(await holdingBack(thief, call, json({ score: 5 }), meanwhile)).toBe(401);
    }
    const scores = await query.selectFrom("scores").select("score").where("gameId", "=", game.id).execute();
    expect(scores).toEqual([]);
  });
});

test("a call that waits for a hash, or for a connection, is refused once its caller is blocked", async () => {
  const player = await given.user();
  const game = await given.game({ platformId: Platform.Trivia });
  const params = { userId: player.id, gameId: game.id };
  const give = (thief: Member) => thief.call(api.scores.trivia, { params, body: { score: 5 } });
  const block = (thief: Member) => sql`update users set is_blocked = true where id = ${thief.id}`.execute(saha.owner);
  const busy = () => {
    const connections = Array.from({ length: saha.core.database.pool.options.max });
    return Promise.all(connections.map(() => sql`select pg_sleep(1.2)`.execute(query)));
  };
  const [thief, honest] = [
    await given.user({ roleId: Role.TriviaAdmin }),
    await given.user({ roleId: Role.TriviaAdmin }),
  ];
  await Promise.all([thief, honest].map((one) => one.call(api.auth.me)));
  const held = busy();
  const answers = Promise.all([give(thief), give(honest)]);
  await sleep(100);
  await block(thief);
  expect((await answers).map(({ code, status }) => code ?? status)).toEqual(["auth.required", 200]);
  await held;
  const scores = await query.selectFrom("scores").select("score").where("gameId", "=", game.id).execute();
  expect(scores).toEqual([{ score: 5 }]);
});

test("calls that wait for the hash of a password keep no other call of their account waiting", async () => {
  const gate = await given.user({ roleId: Role.ScanAdmin });
  const newPassword = "a new password 71";
  const body = { password: "not the password", newPassword, newPasswordConfirmation: newPassword };
  // Known devices, as the gate's is: each has its turn before the gate's first change.
  const crowd = Array.from({ length: 150 }, (_, at) =>
    saha.core.passwords.hash("a word", { ip: "192.0.2.1", known: `phone ${at}` }),
  );
  let hashed = 0;
  const changes = Array.from({ length: 8 }, async () => {
    await gate.call(api.auth.changePassword, { body });
    hashed += 1;
  });
  await sleep(50);
  expect((await gate.call(api.scans.entry, { body: { qrToken: "of nobody" } })).code).toBe("ticket.unknown");
  expect(hashed).toBe(0);
  await Promise.all([...crowd, ...changes]);
});

test("calls that wait for their account's turn are refused once its sessions are over", async () => {
  const member = await given.user();
  const lock = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = saha.core.database.transact(async (tx) => {
    await tx.selectFrom("users").select("id").where("id", "=", member.id).forUpdate().execute();
    held.resolve();
    await lock.promise;
  });
  await held.promise;
  const { id: ticketId } = await given.ticket();
  const reserve = () => member.call(api.purchases.reserve, { body: { ticketId } });
  const answers = Promise.all(Array.from({ length: 12 }, reserve));
  await sleep(100);
  const { sessionId } = member;
  await query
    .updateTable("sessions")
    .set({ revokedAt: new Date().toISOString() })
    .where("id", "=", sessionId)
    .execute();
  saha.core.notices.say({ kind: "session.ended", sessionIds: [sessionId] });
  lock.resolve();
  await holding;
  // Four were under way.
  expect((await answers).filter(({ status }) => status === 401)).toHaveLength(8);
});
