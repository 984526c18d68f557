import { api, Role } from "@saha/contract";
import { createSigner } from "fast-jwt";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { sessionHeaders, type Tokens } from "../test/caller.ts";
import type { Member } from "../test/given.ts";
import { openServer } from "../test/harness.ts";
import { openListener } from "../test/listener.ts";
import type { Room } from "./database.ts";

const own = "https://saha.example";
const friend = "https://friend.example";
const saha = await openServer({ config: { publicUrl: own, corsOrigins: [friend] } });
const open: ReturnType<typeof openListener>[] = [];
function listen(tokens: Tokens | { board: string }, headers: Record<string, string> = {}) {
  const listener = openListener(saha.address, tokens, headers);
  open.push(listener);
  return listener;
}
afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
});
afterAll(saha.close);

/** The access token as it looks a quarter of an hour later. */
function expired({ id, sessionId, refreshToken }: Member): Required<Tokens> {
  const sign = createSigner({
    key: saha.core.keys.accessToken,
    algorithm: "HS256",
    clockTimestamp: Date.now() - 3_600_000,
  });
  const seconds = Math.floor(Date.now() / 1000);
  return { accessToken: sign({ sub: id, sid: sessionId, iat: seconds - 3600, exp: seconds - 60 }), refreshToken };
}

describe("the handshake", () => {
  test("a live session is admitted", async () => {
    const member = await saha.given.user();
    expect(await listen(member).settled).toEqual({ isOpen: true });
  });

  test("no session, an ended one and a forged one are refused in the reader's language", async () => {
    const member = await saha.given.user();
    await member.call(api.auth.logout);
    for (const tokens of [{}, member, { accessToken: "x.y.z", refreshToken: "none" }]) {
      const { error } = await listen(tokens, { "accept-language": "en" }).settled;
      expect(error?.data).toEqual({ code: "auth.required", message: "Sign in first" });
    }
  });

  test("an expired access token counts with its live refresh token, and with no other", async () => {
    const [member, other] = [await saha.given.user(), await saha.given.user()];
    const tokens = expired(member);
    expect((await listen(tokens).settled).isOpen).toBe(true);
    expect((await listen({ accessToken: tokens.accessToken }).settled).isOpen).toBe(false);
    expect((await listen({ ...tokens, refreshToken: other.refreshToken }).settled).isOpen).toBe(false);
  });

  test.each([
    [undefined, true],
    [own, true],
    [friend, true],
    ["this host", true],
    ["https://evil.example", false],
    ["https://saha.example.evil.example", false],
    ["null", false],
    ["file://", false],
  ])("from the origin %s: %s", async (origin, isOpen) => {
    const member = await saha.given.user();
    const from = origin === "this host" ? saha.address : origin;
    expect((await listen(member, from === undefined ? {} : { origin: from }).settled).isOpen).toBe(isOpen);
  });

  test("by long polling nobody comes in", async () => {
    const member = await saha.given.user();
    const query = new URLSearchParams({ EIO: "4", transport: "polling", ...expired(member) });
    expect((await saha.send("GET", `/socket.io/?${query}`)).status).toBe(400);
  });
});

describe("an ending session closes its sockets within a second, and REST with them", () => {
  const admin = () => saha.given.user({ roleId: Role.Admin });
  const password = { password: "a long good one", password_confirmation: "a long good one" };
  const endings: Record<string, (member: Member) => Promise<{ status: number }>> = {
    logout: (member) => member.call(api.auth.logout),
    "its end by another device": async (member) =>
      (await saha.given.signIn(member)).call(api.auth.endSession, { params: { id: String(member.sessionId) } }),
    "signing out everywhere": async (member) => (await saha.given.signIn(member)).call(api.auth.endSessions),
    "a block": async (member) =>
      (await admin()).call(api.users.update, { params: { id: String(member.id) }, body: { isBlocked: true } }),
    "a change of role": async (member) =>
      (await admin()).call(api.users.update, { params: { id: String(member.id) }, body: { roleId: Role.ScanAdmin } }),
    "a password set by an administrator": async (member) =>
      (await admin()).call(api.users.setPassword, { params: { id: String(member.id) }, body: password }),
    deletion: async (member) => (await admin()).call(api.users.remove, { params: { id: String(member.id) } }),
  };
  test.each(Object.entries(endings))("%s", async (_name, end) => {
    const [member, bystander] = [await saha.given.user(), await saha.given.user()];
    const listener = listen(member, { "accept-language": "en" });
    const other = listen(bystander);
    expect([(await listener.settled).isOpen, (await other.settled).isOpen]).toEqual([true, true]);
    await member.call(api.auth.me);
    expect((await end(member)).status).toBeLessThan(300);
    expect(await listener.closed()).toBeLessThan(1000);
    expect((await member.call(api.auth.me)).code).toBe("auth.required");
    const renewed = await saha.send("GET", "/api/auth/me", { headers: sessionHeaders(expired(member)) });
    expect(renewed.status).toBe(401);
    expect((await listen(expired(member)).settled).isOpen).toBe(false);
    expect(other.socket.connected).toBe(true);
    expect(listener.heard.map(({ event }) => event)).toContain("Session:ended");
  });

  test("an own new password ends the other devices and keeps this one", async () => {
    const here = await saha.given.user({ password: "a long good one" });
    const there = await saha.given.signIn(here);
    const [stays, goes] = [listen(here), listen(there)];
    await Promise.all([stays.settled, goes.settled]);
    const next = "another good one";
    const body = { password: "a long good one", newPassword: next, newPasswordConfirmation: next };
    expect((await here.call(api.auth.changePassword, { body })).status).toBe(200);
    await goes.closed();
    expect(stays.socket.connected).toBe(true);
    expect((await here.call(api.auth.me)).status).toBe(200);
    expect((await there.call(api.auth.me)).status).toBe(401);
  });

  test("also when the session ended while the socket was being opened, or behind the server's back", async () => {
    const member = await saha.given.user();
    await member.call(api.auth.me);
    // Ended in the database alone: what this process remembers of the session is still good for nearly a second.
    await saha.query
      .updateTable("sessions")
      .set({ revokedAt: new Date() })
      .where("id", "=", member.sessionId)
      .execute();
    const listener = listen(member);
    if ((await listener.settled).isOpen) expect(await listener.closed()).toBeLessThan(1000);
  });
});

describe("news", () => {
  test("reaches every socket of the account, and nobody else's", async () => {
    const member = await saha.given.user();
    const [one, two, other] = [
      listen(member),
      listen(await saha.given.signIn(member)),
      listen(await saha.given.user()),
    ];
    await Promise.all([one.settled, two.settled, other.settled]);
    await member.call(api.profiles.update, { params: { userId: String(member.id) }, body: { name: "نورة" } });
    expect(await one.hears("Account:changed")).toMatchObject({ userId: member.id });
    await two.hears("Account:changed");
    expect(other.heard).toEqual([]);
  });

  test("is said in the language that the session used last", async () => {
    const member = await saha.given.user();
    await member.call(api.auth.me, undefined, { language: "en" });
    const listener = listen(member);
    await listener.settled;
    await member.call(api.auth.me, undefined, { language: "ar" });
    await member.call(api.profiles.update, { params: { userId: String(member.id) }, body: { name: "Noura" } });
    expect((await listener.hears("Account:changed")).message).toBe("تغيّرت بيانات حسابك");
    const row = await saha.query
      .selectFrom("sessions")
      .select("language")
      .where("id", "=", member.sessionId)
      .executeTakeFirst();
    expect(row?.language).toBe("ar");
  });

  test("of what was undone is no news", async () => {
    const member = await saha.given.user();
    const listener = listen(member);
    await listener.settled;
    const undone = saha.core.database.transact(async (tx) => {
      await saha.core.sessions.endAll(tx, member.id);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await member.call(api.profiles.update, { params: { userId: String(member.id) }, body: { name: "Noura" } });
    await listener.hears("Account:changed");
    expect(listener.heard).toHaveLength(1);
    expect(listener.socket.connected).toBe(true);
  });
});

describe("a screen without a session", () => {
  const message = { ar: "تغيّر الدور", en: "The queue has changed" };
  /** Any event will do: what matters is where it goes. */
  const say = (...to: Room[]) =>
    saha.core.notices.say({ kind: "news", event: "Ticket:changed", to, message, ids: { ticketId: 1 } });

  test("hears in its language what is said on the board that it names, and nothing else", async () => {
    const member = await saha.given.user();
    const id = member.id;
    const here = listen({ board: String(id) }, { "accept-language": "en" });
    const [there, person] = [listen({ board: String(id + 1) }), listen(member)];
    expect((await Promise.all([here.settled, there.settled, person.settled])).map(({ isOpen }) => isOpen)).toEqual([
      true,
      true,
      true,
    ]);
    const roles = Object.values(Role).map((role): Room => `role:${role}`);
    say(`user:${id}`, `session:${id}`, `session:${member.sessionId}`, ...roles);
    await member.call(api.profiles.update, { params: { userId: String(id) }, body: { name: "نورة" } });
    await person.hears("Account:changed");
    say(`board:${id}`);
    expect(await here.hears("Ticket:changed")).toEqual({ message: message.en, ticketId: 1 });
    say(`board:${id + 1}`);
    expect(await there.hears("Ticket:changed")).toEqual({ message: message.ar, ticketId: 1 });
    expect([here.heard.length, there.heard.length]).toEqual([1, 1]);
    await member.call(api.auth.logout);
    saha.core.notices.say({ kind: "notices.missed" });
    await person.closed();
    await expect.poll(() => here.socket.connected && there.socket.connected).toBe(true);
  });

  test.each(["", "0", "-1", "1.5", "01", "1e3", "٣", "2147483648", "abc", "1 or 1=1", "user:1"])(
    "that names the board %j is refused",
    async (board) => {
      const { isOpen, error } = await listen({ board }, { "accept-language": "en" }).settled;
      expect(isOpen).toBe(false);
      expect(error?.data).toEqual({ code: "request.not_found", message: "There is nothing at this address" });
    },
  );

  test("brings no dead session in", async () => {
    const member = await saha.given.user();
    await member.call(api.auth.logout);
    for (const tokens of [member, { accessToken: "x" }, { refreshToken: "x" }]) {
      const { accessToken, refreshToken } = { accessToken: undefined, refreshToken: undefined, ...tokens };
      const query = { board: "1", ...(accessToken && { accessToken }), ...(refreshToken && { refreshToken }) };
      expect((await listen(query).settled).error?.data?.code).toBe("auth.required");
    }
  });

  test("is one of three thousand behind one address at most; one that goes makes room", async () => {
    const { watch } = saha.core.limits;
    const ends = Array.from({ length: 2999 }, () => watch("127.0.0.1"));
    const last = listen({ board: "1" });
    expect((await last.settled).isOpen).toBe(true);
    expect((await listen({ board: "1" }).settled).error?.data?.code).toBe("request.too_many");
    expect((await listen(await saha.given.user()).settled).isOpen).toBe(true);
    last.close();
    await expect.poll(async () => (await listen({ board: "1" }).settled).isOpen).toBe(true);
    for (const end of ends) end?.();
  });
});

test("a member who talks too much is cut off, and talking does nothing", async () => {
  const member = await saha.given.user();
  const listener = listen(member);
  await listener.settled;
  listener.socket.emit("Account:changed", { message: "x" });
  expect(listener.socket.connected).toBe(true);
  listener.socket.emit("x", "x".repeat(10_000));
  await listener.closed();
});

test("refused handshakes are limited, admitted ones are not", async () => {
  const server = await openServer();
  const member = await server.given.user();
  const { handshake } = server.core.limits;
  for (let n = 0; n < 2999; n++) await handshake.refused("127.0.0.1");
  const again = async (tokens: Tokens) => {
    const listener = openListener(server.address, tokens);
    const { isOpen } = await listener.settled;
    listener.close();
    return isOpen;
  };
  for (let n = 0; n < 3; n++) expect(await again(member)).toBe(true);
  expect(await again({})).toBe(false);
  expect(await again(member)).toBe(false);
  await server.close();
});
