import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { api, Role } from "@saha/contract";
import { createSigner } from "fast-jwt";
import { fastify } from "fastify";
import { sql } from "kysely";
import { Server } from "socket.io";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { WebSocket as PingingWebSocket } from "ws";
import { sessionHeaders, type Tokens } from "../../test/caller.ts";
import type { Member } from "../../test/given.ts";
import { openServer } from "../../test/harness.ts";
import { openListener } from "../../test/listener.ts";
import { solve } from "../../test/solve.ts";
import { buildApp } from "../app.ts";
import type { Room } from "./news.ts";
import { openRealtime } from "./realtime.ts";

const own = "https://saha.example";
const friend = "https://friend.example";
const saha = await openServer({ config: { publicUrl: own, corsOrigins: [friend] } });
type Listener = ReturnType<typeof openListener>;
const open: Listener[] = [];
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
    expect(await listen(member).handshake).toEqual({ isOpen: true });
  });

  test("no session, an ended one and a forged one are refused in the reader's language", async () => {
    const member = await saha.given.user();
    await member.call(api.auth.logout);
    for (const tokens of [{}, member, { accessToken: "x.y.z", refreshToken: "none" }]) {
      const { error } = await listen(tokens, { "accept-language": "en" }).handshake;
      expect(error?.data).toEqual({ code: "auth.required", message: "Sign in first" });
    }
  });

  test("an expired access token counts with its live refresh token, and with no other", async () => {
    const [member, other] = [await saha.given.user(), await saha.given.user()];
    const tokens = expired(member);
    expect((await listen(tokens).handshake).isOpen).toBe(true);
    expect((await listen({ accessToken: tokens.accessToken }).handshake).isOpen).toBe(false);
    expect((await listen({ ...tokens, refreshToken: other.refreshToken }).handshake).isOpen).toBe(false);
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
    expect((await listen(member, from === undefined ? {} : { origin: from }).handshake).isOpen).toBe(isOpen);
  });

  test("nobody is admitted before calls are answered, and who tries again then is", async () => {
    let isReady = false;
    const app = await buildApp(saha.core, { isReady: () => isReady });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const listener = openListener(
      `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
      await saha.given.user(),
    );
    open.push(listener);
    listener.socket.io.reconnection(true);
    expect((await listener.handshake).isOpen).toBe(false);
    isReady = true;
    await expect.poll(() => listener.socket.connected, { timeout: 10_000 }).toBe(true);
    listener.close();
    await app.close();
  });

  test("who hears of a room is counted, in either language, until they close", async () => {
    const app = fastify();
    const { resolve, findEnded } = saha.core.sessions;
    const line: Room = "game:7";
    const { countHearers } = openRealtime(app, {
      ...saha.core,
      resolveSession: resolve,
      findEnded,
      roomsOfAccount: async () => [line],
      hasBoard: async () => false,
      keepConnection: () => {},
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const at = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    const [member, other] = [await saha.given.user(), await saha.given.user()];
    await other.call(api.auth.me, undefined, { language: "en" });
    const listeners = [openListener(at, member), openListener(at, other)];
    open.push(...listeners);
    await expect.poll(() => countHearers(line)).toBe(2);
    expect([countHearers(`user:${member.id}`), countHearers("game:8")]).toEqual([1, 0]);
    for (const listener of listeners) listener.close();
    await expect.poll(() => countHearers(line)).toBe(0);
    await app.close();
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
    expect([(await listener.handshake).isOpen, (await other.handshake).isOpen]).toEqual([true, true]);
    await member.call(api.auth.me);
    expect((await end(member)).status).toBeLessThan(300);
    expect(await listener.closed()).toBeLessThan(1000);
    expect((await member.call(api.auth.me)).code).toBe("auth.required");
    const renewed = await saha.send("GET", "/api/auth/me", { headers: sessionHeaders(expired(member)) });
    expect(renewed.status).toBe(401);
    expect((await listen(expired(member)).handshake).isOpen).toBe(false);
    expect(other.socket.connected).toBe(true);
    expect(listener.heard.map(({ event }) => event)).toContain("Session:ended");
  });

  test("an own new password ends the other devices and keeps this one", async () => {
    const here = await saha.given.user({ password: "a long good one" });
    const there = await saha.given.signIn(here);
    const [stays, goes] = [listen(here), listen(there)];
    await Promise.all([stays.handshake, goes.handshake]);
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
    if ((await listener.handshake).isOpen) expect(await listener.closed()).toBeLessThan(1000);
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
    await Promise.all([one.handshake, two.handshake, other.handshake]);
    await member.call(api.profiles.update, { params: { userId: String(member.id) }, body: { name: "نورة" } });
    expect(await one.hears("Account:changed")).toMatchObject({ userId: member.id });
    await two.hears("Account:changed");
    expect(other.heard).toEqual([]);
  });

  test("is said in the language that the session used last", async () => {
    const member = await saha.given.user();
    await member.call(api.auth.me, undefined, { language: "en" });
    const other = await saha.given.signIn(member);
    await other.call(api.auth.me, undefined, { language: "en" });
    const [listener, tablet] = [listen(member), listen(other)];
    await Promise.all([listener.handshake, tablet.handshake]);
    await member.call(api.auth.me, undefined, { language: "ar" });
    await member.call(api.profiles.update, { params: { userId: String(member.id) }, body: { name: "Noura" } });
    expect((await listener.hears("Account:changed")).message).toBe("تغيّرت بيانات حسابك");
    expect((await tablet.hears("Account:changed")).message).toMatch(/^[\w ]+$/);
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
    await listener.handshake;
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

describe("a booth admin whose booth is taken away hears no more of its line", () => {
  const message = { ar: "تغيّر الدور", en: "The queue has changed" };
  const say = (room: Room) =>
    saha.core.notices.say({
      kind: "news",
      event: "Ticket:changed",
      to: [room],
      message,
      ids: { ticketId: 1, isForMany: false },
    });

  test("also when the socket was being opened meanwhile, and what it hears of was read before", async () => {
    const booth = await saha.given.booth();
    const staff = await saha.given.boothAdmin(booth.id);
    const read = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    const query = saha.core.database.query.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        read.resolve();
        await taken.promise;
        return result;
      },
    });
    const app = await buildApp({ ...saha.core, database: { ...saha.core.database, query } });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const listener = openListener(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, staff);
    open.push(listener);
    await listener.handshake;
    await read.promise;
    const admin = await saha.given.user({ roleId: Role.Admin });
    await admin.call(api.booths.assignAdmin, { body: { userId: staff.id, boothId: null } });
    taken.resolve();
    await sleep(100);
    say(`booth:${booth.id}`);
    await sleep(100);
    expect(listener.heard.map(({ event }) => event)).not.toContain("Ticket:changed");
    say(`user:${staff.id}`);
    await listener.hears("Ticket:changed");
    await app.close();
  });

  test("also when the process missed the news of it", async () => {
    const booth = await saha.given.booth();
    const staff = await saha.given.boothAdmin(booth.id);
    const listener = listen(staff);
    const app = await buildApp(saha.core, { sweepMs: 300 });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const swept = openListener(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, staff);
    open.push(swept);
    await Promise.all([listener.handshake, swept.handshake]);
    const count = ({ heard }: Listener) => heard.filter(({ event }) => event === "Ticket:changed").length;
    const hears = async (one: Listener) => {
      const before = count(one);
      say(`booth:${booth.id}`);
      await sleep(20);
      return count(one) > before;
    };
    for (const one of [listener, swept]) await expect.poll(() => hears(one)).toBe(true);
    await saha.query.deleteFrom("boothAdmins").where("userId", "=", staff.id).execute();
    // Each process looks by itself from time to time, as while Redis is away.
    await expect.poll(() => hears(swept)).toBe(false);
    expect(await hears(listener)).toBe(true);
    saha.core.notices.say({ kind: "notices.missed" });
    await expect.poll(() => hears(listener)).toBe(false);
    await app.close();
  });
});

describe("a screen without a session", () => {
  const message = { ar: "تغيّر الدور", en: "The queue has changed" };
  /** Any event will do: what matters is where it goes. */
  const say = (...to: Room[]) =>
    saha.core.notices.say({
      kind: "news",
      event: "Ticket:changed",
      to,
      message,
      ids: { ticketId: 1, isForMany: false },
    });

  test("hears in its language what is said on the board that it names, and nothing else", async () => {
    const member = await saha.given.user();
    const [{ id }, other] = [await saha.given.booth(), await saha.given.booth()];
    const here = listen({ board: String(id) }, { "accept-language": "en" });
    const [there, person] = [listen({ board: String(other.id) }), listen(member)];
    expect(
      (await Promise.all([here.handshake, there.handshake, person.handshake])).map(({ isOpen }) => isOpen),
    ).toEqual([true, true, true]);
    const roles = Object.values(Role).map((role): Room => `role:${role}`);
    say(`user:${id}`, `user:${member.id}`, `session:${id}`, `session:${member.sessionId}`, ...roles);
    await member.call(api.profiles.update, { params: { userId: String(member.id) }, body: { name: "نورة" } });
    await person.hears("Account:changed");
    say(`board:${id}`);
    expect(await here.hears("Ticket:changed")).toEqual({ message: message.en, ticketId: 1, isForMany: false });
    say(`board:${other.id}`);
    expect(await there.hears("Ticket:changed")).toEqual({ message: message.ar, ticketId: 1, isForMany: false });
    expect([here.heard.length, there.heard.length]).toEqual([1, 1]);
    await member.call(api.auth.logout);
    saha.core.notices.say({ kind: "notices.missed" });
    await person.closed();
    await expect.poll(() => here.socket.connected && there.socket.connected).toBe(true);
  });

  test.each(["", "0", "-1", "1.5", "01", "1e3", "٣", "2147483648", "abc", "1 or 1=1", "user:1"])(
    "that names the board %j is refused",
    async (board) => {
      const { isOpen, error } = await listen({ board }, { "accept-language": "en" }).handshake;
      expect(isOpen).toBe(false);
      expect(error?.data).toEqual({ code: "request.not_found", message: "There is nothing at this address" });
    },
  );

  test("is refused where the board's page is: the booth is not active, or not there; and admitted once it is", async () => {
    const { id } = await saha.given.booth({ isActive: false });
    const ask = async (board: number) => {
      const { isOpen, error } = await listen({ board: String(board) }).handshake;
      return isOpen ? "open" : error?.data?.code;
    };
    const page = async (boothId: number) => (await saha.stranger(api.boards.get, { params: { boothId } })).code;
    for (const board of [id, 2_000_000_000]) {
      expect([await ask(board), await page(board)]).toEqual(["booth.not_found", "booth.not_found"]);
    }
    const body = { isActive: true };
    await (await saha.given.user({ roleId: Role.Admin })).call(api.booths.update, { params: { id: String(id) }, body });
    expect(await ask(id)).toBe("open");
  });

  test("that comes while its booth is closed hears nothing more, also where the handshake was judged before", async () => {
    const { id } = await saha.given.booth();
    const { boards } = saha.core.limits;
    const admit = vi.spyOn(boards, "admit").mockImplementationOnce(async (asked) => {
      // The booth is there, and closed before the socket is in its board's room.
      const admin = await saha.given.user({ roleId: Role.Admin });
      await admin.call(api.booths.update, { params: { id: String(id) }, body: { isActive: false } });
      return boards.admit(asked);
    });
    const listener = listen({ board: String(id) });
    await listener.handshake;
    expect(admit).toHaveBeenCalledTimes(2);
    expect(await listener.closed()).toBeLessThan(1000);
    admit.mockRestore();
  });

  test("brings no dead session in", async () => {
    const member = await saha.given.user();
    await member.call(api.auth.logout);
    for (const tokens of [member, { accessToken: "x" }, { refreshToken: "x" }]) {
      const { accessToken, refreshToken } = { accessToken: undefined, refreshToken: undefined, ...tokens };
      const query = { board: "1", ...(accessToken && { accessToken }), ...(refreshToken && { refreshToken }) };
      expect((await listen(query).handshake).error?.data?.code).toBe("auth.required");
    }
  });

  test("is admitted behind an address full of others by its key, or by a proof; members always", async () => {
    const server = await openServer();
    const { boards } = server.core.limits;
    const board = String((await server.given.booth()).id);
    const first = openListener(server.address, { board });
    expect((await first.handshake).isOpen).toBe(true);
    const { key } = await first.boardKey;
    first.close();
    for (let n = 0; n < 299; n++) await boards.admit({ ip: "127.0.0.1", board: 1 });
    const ask = async (query: Parameters<typeof openListener>[1]) => {
      const listener = openListener(server.address, query);
      const answer = await listener.handshake;
      listener.close();
      return answer;
    };
    const { error } = await ask({ board });
    expect(error?.data?.code).toBe("proof.needed");
    expect((await ask({ board, key })).isOpen).toBe(true);
    expect((await ask({ board, proof: solve(error?.data) })).isOpen).toBe(true);
    expect((await ask(await server.given.user())).isOpen).toBe(true);
    await server.close();
  });
});

test("a member who talks too much is cut off, and talking does nothing", async () => {
  const member = await saha.given.user();
  const listener = listen(member);
  await listener.handshake;
  listener.socket.emit("Account:changed", { message: "x" });
  expect(listener.socket.connected).toBe(true);
  listener.socket.emit("x", "x".repeat(10_000));
  await listener.closed();
});

test("an address full of dead handshakes: live tokens and boards are admitted, the rest before the upgrade not", async () => {
  const server = await openServer();
  const member = await server.given.user();
  const { handshake } = server.core.limits;
  const ask = async (query: Parameters<typeof openListener>[1]) => {
    const listener = openListener(server.address, query);
    const { isOpen, error } = await listener.handshake;
    listener.close();
    return isOpen ? "open" : (error?.data?.code ?? "refused before the upgrade");
  };
  expect(await ask({})).toBe("auth.required");
  for (let n = 0; n < 3000; n++) await handshake.refused("127.0.0.1");
  expect(await ask({})).toBe("refused before the upgrade");
  expect(await ask({ accessToken: member.accessToken.slice(0, -3) })).toBe("refused before the upgrade");
  for (let n = 0; n < 3; n++) expect(await ask(member)).toBe("open");
  expect(await ask({ board: String((await server.given.booth()).id) })).toBe("open");
  await server.close();
});

test("a board's key is one as a whole: spelt in another way it has no places of its own", async () => {
  const { boards } = saha.core.limits;
  const asked = { ip: "198.51.100.60", board: 1 };
  const { key } = await boards.admit(asked);
  expect((await boards.admit({ ...asked, key })).key).toBe(key);
  for (const spelt of [`${key}.1`, `${key}=`, `${key}\n`, `.${key}`]) {
    expect((await boards.admit({ ...asked, key: spelt })).key).not.toBe(spelt);
  }
});

test("whoever leaves is hung up on, a member and a board: the end of what admitted it would not find it", async () => {
  const { accessToken, refreshToken } = await saha.given.user();
  for (const query of [{ accessToken, refreshToken }, { board: String((await saha.given.booth()).id) }]) {
    const socket = new WebSocket(
      `${saha.address.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket&${new URLSearchParams(query)}`,
    );
    const closed = once(socket, "close");
    await once(socket, "message");
    const admitted = once(socket, "message");
    socket.send("40");
    const [{ data }] = (await admitted) as [{ data: string }];
    expect(data).toMatch(/^40/);
    socket.send("41");
    await Promise.race([closed, sleep(2_000)]);
    expect(socket.readyState).toBe(WebSocket.CLOSED);
  }
});

test("handshakes that go while they are judged leave no place taken", async () => {
  const member = await saha.given.user();
  const tokens = `accessToken=${member.accessToken}&refreshToken=${member.refreshToken}`;
  const address = `${saha.address.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket&${tokens}`;
  // A database that answers late, as in a rush.
  await saha.owner.transaction().execute(async (tx) => {
    await sql`lock table sessions in access exclusive mode`.execute(tx);
    for (let n = 0; n < 12; n++) {
      const socket = new WebSocket(address);
      await once(socket, "message");
      socket.send("40");
      await sleep(20);
      socket.close();
      await once(socket, "close");
    }
  });
  await expect.poll(async () => (await listen(member).handshake).isOpen, { timeout: 3_000 }).toBe(true);
});

test("a session has ten sockets at most, also when thirty come at once; one that goes makes room", async () => {
  const member = await saha.given.user();
  const sockets = Array.from({ length: 30 }, () => listen(member));
  const answers = await Promise.all(sockets.map(({ handshake }) => handshake));
  expect(answers.filter(({ isOpen }) => isOpen)).toHaveLength(10);
  expect(new Set(answers.map(({ error }) => error?.data?.code))).toEqual(new Set([undefined, "request.too_many"]));
  expect((await listen(await saha.given.user()).handshake).isOpen).toBe(true);
  sockets.find((_, n) => answers[n]?.isOpen)?.close();
  await expect.poll(async () => (await listen(member).handshake).isOpen).toBe(true);
});

test.each([
  ["a staff account", { roleId: Role.ScanAdmin }, 11, 100],
  ["an attendee's account", {}, 3, 20],
] as const)("%s has so many sockets at most, on however many devices", async (_, account, sessions, most) => {
  const member = await saha.given.user(account);
  const devices = [member];
  while (devices.length < sessions) devices.push(await saha.given.signIn(member));
  const sockets = devices.flatMap((device) => Array.from({ length: 10 }, () => listen(device)));
  const answers = await Promise.all(sockets.map(({ handshake }) => handshake));
  expect(answers.filter(({ isOpen }) => isOpen)).toHaveLength(most);
  expect(new Set(answers.map(({ error }) => error?.data?.code))).toEqual(new Set([undefined, "request.too_many"]));
  sockets.find((_, n) => answers[n]?.isOpen)?.close();
  const another = await saha.given.signIn(member);
  await expect.poll(async () => (await listen(another).handshake).isOpen, { timeout: 10_000 }).toBe(true);
});

/** How many of ten pings of a WebSocket are answered before what is sent after them. */
async function answeredPings(address: string): Promise<number> {
  const socket = new PingingWebSocket(`${address.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
  let pongs = 0;
  socket.on("pong", () => pongs++);
  await once(socket, "message");
  for (let n = 0; n < 10; n++) socket.ping();
  socket.send("40");
  await once(socket, "message");
  socket.terminate();
  return pongs;
}

test("no ping of a WebSocket is answered", async () => {
  expect(await answeredPings(saha.address)).toBe(0);
});

test("each would be, by a write of its own (broken twin)", async () => {
  const io = new Server(0, { transports: ["websocket"] });
  await once(io.httpServer, "listening");
  expect(await answeredPings(`http://127.0.0.1:${(io.httpServer.address() as AddressInfo).port}`)).toBe(10);
  await io.close();
});

describe("a connection that was upgraded and joins nothing", () => {
  /**
   * The application with few connections for a network, and what opens a WebSocket there without Socket.IO's own
   * connect.
   */
  async function openHall(maxConnections: number) {
    const limits = { ...saha.core.limits, maxConnections: () => maxConnections };
    const app = await buildApp({ ...saha.core, limits });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    const upgrade = async () => {
      const socket = new WebSocket(`${address}/socket.io/?EIO=4&transport=websocket`);
      const closed = new Promise<string>((resolve) => socket.addEventListener("close", () => resolve("closed")));
      await once(socket, "message");
      return { socket, closed };
    };
    return { app, address, upgrade };
  }

  test("is hung up on when it sends more than Socket.IO has to, and so is a member", async () => {
    const { app, address, upgrade } = await openHall(10);
    const { socket, closed } = await upgrade();
    for (let n = 0; n < 1000; n++) socket.send("3");
    expect(await closed).toBe("closed");
    const member = openListener(address, await saha.given.user());
    await member.handshake;
    for (let n = 0; n < 1000; n++) member.socket.emit("nothing that anybody hears");
    await member.closed();
    await app.close();
  });

  test("is taken over by no other connection that names it", async () => {
    const { app, address } = await openHall(10);
    const path = `${address}/socket.io/?EIO=4&transport=websocket`;
    const first = new WebSocket(path);
    const [{ data }] = (await once(first, "message")) as [{ data: string }];
    const { sid } = JSON.parse(data.slice(1)) as { sid: string };
    const second = new WebSocket(`${path}&sid=${sid}`);
    const became = await new Promise((resolve) => {
      for (const event of ["open", "error"]) second.addEventListener(event, () => resolve(event));
    });
    expect(became).toBe("error");
    expect((await fetch(`${path}&sid=${sid}`)).status).toBe(400);
    expect(first.readyState).toBe(1);
    await app.close();
  });

  test("is hung up on when it connects twice, before it is judged as often", async () => {
    const { app, upgrade } = await openHall(10);
    const { socket, closed } = await upgrade();
    for (let n = 0; n < 20; n++) socket.send("40");
    expect(await Promise.race([closed, sleep(3_000)])).toBe("closed");
    await app.close();
  });

  test("makes place for the next one at the limit of its network; one that has joined does not", async () => {
    const { app, address, upgrade } = await openHall(4);
    const member = openListener(address, await saha.given.user());
    expect((await member.handshake).isOpen).toBe(true);
    const idle = [await upgrade(), await upgrade(), await upgrade()];
    const neighbour = openListener(address, await saha.given.user());
    expect((await neighbour.handshake).isOpen).toBe(true);
    expect(await idle[0]?.closed).toBe("closed");
    expect([member.socket.connected, ...idle.slice(1).map(({ socket }) => socket.readyState)]).toEqual([true, 1, 1]);
    for (const { close } of [member, neighbour]) close();
    await app.close();
  });
});
