import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { api, Role } from "@saha/contract";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { openServer } from "../../test/harness.ts";
import { full } from "../../test/soak.ts";
import type { Answer } from "../../test/wire.ts";
import { makeCode } from "./codes/one-time-code.ts";
import { deviceHash } from "./sessions/known-device.ts";

const saha = await openServer({ config: { trustProxy: ["127.0.0.1/32"] } });
afterAll(saha.close);

const password = "a long good one";
const device = (name: string) => ({ "x-device": `device-of-${name}-0123456789` });
type Headers = Record<string, string>;
const logIn = (identifier: string, typed: string, headers: Headers = {}) =>
  saha.stranger(api.auth.login, { body: { identifier, password: typed } }, { headers });
const wrong = (identifier: string, headers: Headers = {}) => logIn(identifier, "not this one", headers);

describe("signing in", () => {
  test("by username in any spelling, by verified email first, and by the field username", async () => {
    const member = await saha.given.user({ username: "Noura.نورة١", password });
    const namesake = await saha.given.user({ username: "noura@mail.example", password });
    await saha.query
      .updateTable("users")
      .set({ email: "Noura@Mail.example", isVerified: true })
      .where("id", "=", member.id)
      .execute();
    for (const identifier of ["noura.نورة1", " NOURA.نُورة۱ ", "noura@mail.example", "NOURA@mail.EXAMPLE"]) {
      expect((await logIn(identifier, password)).data?.user.id, identifier).toBe(member.id);
    }
    const body = { username: "noura.نورة1", password };
    expect((await saha.stranger(api.auth.login, { body })).data.user.id).toBe(member.id);
    await saha.query.updateTable("users").set({ isVerified: false }).where("id", "=", member.id).execute();
    expect((await logIn("noura@mail.example", password)).data.user.id).toBe(namesake.id);
  });

  describe("by an address that is another account's username", () => {
    const own = "another good one";
    let count = 0;
    /** Somebody's verified email, and an account that has it for a name; each with a password of its own. */
    async function both() {
      const address = `shared-${++count}@mail.example`;
      const owner = await saha.given.user({ password });
      await saha.query
        .updateTable("users")
        .set({ email: address, isVerified: true })
        .where("id", "=", owner.id)
        .execute();
      const body = { username: address, password: own, password_confirmation: own };
      const namesake = await saha.stranger(api.auth.register, { body });
      expect(namesake.status).toBe(201);
      return { address, owner, namesake: namesake.data };
    }

    test("each signs in with the own password", async () => {
      const { address, owner, namesake } = await both();
      expect((await logIn(address, own)).data?.user.id).toBe(namesake.id);
      expect((await logIn(address.toUpperCase(), password)).data?.user.id).toBe(owner.id);
      expect((await wrong(address)).code).toBe("auth.wrong_credentials");
    });

    test("however often, nothing counts against the other one", async () => {
      const { address, owner, namesake } = await both();
      for (let n = 0; n < 9; n++) await wrong(owner.username);
      for (let n = 0; n < 12; n++) expect((await logIn(address, own)).data?.user.id).toBe(namesake.id);
      expect((await logIn(address, password)).data?.user.id).toBe(owner.id);
      for (let n = 0; n < 9; n++) await wrong(address);
      for (let n = 0; n < 3; n++) expect((await logIn(address, password)).data?.user.id).toBe(owner.id);
      expect((await logIn(address, own)).data?.user.id).toBe(namesake.id);
    });

    test("a wrong one counts on both, ten times in all, also of thirty at once", async () => {
      const { address, owner } = await both();
      const crowded = await both();
      const answers = await Promise.all(Array.from({ length: 30 }, () => wrong(crowded.address)));
      expect(answers.filter(({ code }) => code === "auth.wrong_credentials").length).toBeLessThanOrEqual(10);
      for (let n = 0; n < 10; n++) expect((await wrong(address)).code).toBe("auth.wrong_credentials");
      for (const typed of [own, password]) expect((await logIn(address, typed)).code).toBe("auth.too_many_attempts");
      expect((await logIn(owner.username, password)).status).toBe(200);
    });

    test("changing the own password again and again does not find out the other one's", async () => {
      const { address, owner, namesake } = await both();
      const setBoth = (passwordHash: string) =>
        saha.query.updateTable("users").set({ passwordHash }).where("id", "=", namesake.id).execute();
      for (let n = 0; n < 10; n++) expect((await logIn(address, own)).data?.user.id).toBe(namesake.id);
      const { passwordHash } = await saha.query
        .selectFrom("users")
        .select("passwordHash")
        .where("id", "=", owner.id)
        .executeTakeFirstOrThrow();
      await setBoth(passwordHash);
      expect((await logIn(address, password)).data?.user.id).toBe(namesake.id);
    });

    test("a name whose address nobody has verified is refused, counted and paused alike", async () => {
      const { address: verified } = await both();
      const address = `shared-${++count}@mail.example`;
      await saha.given.user({ username: address, password: own });
      const story = async (name: string) => {
        const codes: unknown[] = [];
        for (let n = 0; n < 5; n++) codes.push((await wrong(name)).code);
        codes.push((await logIn(name, own)).status);
        for (let n = 0; n < 7; n++) codes.push((await wrong(name)).code);
        return [...codes, (await logIn(name, own)).status];
      };
      expect(await story(address)).toEqual(await story(verified));
    });

    test("typed in wide letters, a name is refused, counted and paused as ever, whoever has verified it", async () => {
      const there = { "x-forwarded-for": "192.0.2.77" };
      const [{ address: ofAnother }, ofItsOwn, ofNobody] = [await both(), "own@mail.example", "no@mail.example"];
      for (const [username, isVerified] of [[ofItsOwn, true] as const, [ofNobody, false] as const]) {
        const { id } = await saha.given.user({ username, password: own });
        await saha.query.updateTable("users").set({ email: username, isVerified }).where("id", "=", id).execute();
      }
      for (const name of [ofAnother, ofItsOwn, ofNobody]) {
        const wide = name.replace(/[a-z@]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));
        expect((await logIn(wide, own, there)).status).toBe(200);
        for (let n = 0; n < 10; n++) expect((await wrong(name, there)).code).toBe("auth.wrong_credentials");
        expect((await wrong(wide, there)).code).toBe("auth.too_many_attempts");
      }
    });
  });

  test("never shows the password or its hash", async () => {
    const { username } = await saha.given.user({ password });
    expect((await logIn(username, password)).text).not.toMatch(/password|argon2/i);
  });

  test("a wrong password, an unknown name and a deleted account are one and the same refusal", async () => {
    const [known, gone] = [await saha.given.user({ password }), await saha.given.user({ password })];
    await saha.query.updateTable("users").set({ deletedAt: new Date() }).where("id", "=", gone.id).execute();
    const told = ({ status, text }: Answer) => [status, { ...JSON.parse(text), requestId: "" }];
    const [one, two, three] = [
      await wrong(known.username),
      await wrong("nobody"),
      await logIn(gone.username, password),
    ];
    expect(told(one)).toEqual(told(two));
    expect(told(two)).toEqual(told(three));
    expect(one.status).toBe(422);
  });

  test("a blocked account is told so by the right password, and by that alone", async () => {
    const { username } = await saha.given.user({ password, isBlocked: true });
    expect((await logIn(username, password)).code).toBe("auth.blocked");
    expect((await wrong(username)).code).toBe("auth.wrong_credentials");
  });

  test("with a password that is set anew between comparing and now opens nothing", async () => {
    const member = await saha.given.user({ password });
    const slow = Array.from({ length: 4 }, () => logIn(member.username, password));
    const passwordHash = await saha.core.passwords.hash("another good one");
    const { database, sessions } = saha.core;
    await database.transact(async (tx) => {
      await tx.updateTable("users").set({ passwordHash }).where("id", "=", member.id).execute();
      await sessions.endAll(tx, member.id);
    });
    for (const { data } of await Promise.all(slow)) {
      if (data) expect(await sessions.resolve(data.accessToken, data.refreshToken)).toBeUndefined();
    }
  });

  // Without the hash that nobody has, the two differ each time; on a busy machine they differ now and then.
  test.each(["name", "email", "name that is an email"])(
    "a known and an unknown %s take the same time",
    async (kind) => {
      let between = await timesApart(kind);
      for (let n = 0; n < 4 && between.apart >= between.bound; n++) between = await timesApart(kind);
      expect(between.apart).toBeLessThan(between.bound);
    },
  );

  async function timesApart(kind: string): Promise<{ apart: number; bound: number }> {
    const end = kind === "name" ? "" : "@mail.example";
    const member = await saha.given.user({ password, username: `timed-${saha.given.key()}${end}` });
    const username = kind === "email" ? `mail-of-${member.username}` : member.username;
    if (kind === "email") {
      const change = { email: username, isVerified: true };
      await saha.query.updateTable("users").set(change).where("id", "=", member.id).execute();
    }
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let n = 0; n < 9; n++) {
      // Each unknown name once, the known one nine times, or the pauses would be measured.
      const names = { known: username, unknown: `nobody-${n}${end}` };
      for (const who of n % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) {
        const began = performance.now();
        await wrong(names[who]);
        times[who].push(performance.now() - began);
      }
    }
    const middle = (all: number[]) =>
      all
        .sort((a, b) => a - b)
        .slice(2, 7)
        .reduce((sum, ms) => sum + ms, 0) / 5;
    return { apart: Math.abs(middle(times.known) - middle(times.unknown)), bound: middle(times.known) / 5 + 2 };
  }
});

describe("wrong tries", () => {
  test("ten are let through, then it pauses, also for the right password; the answer says for how long", async () => {
    const { username } = await saha.given.user({ password });
    for (let n = 0; n < 10; n++) expect((await wrong(username)).code).toBe("auth.wrong_credentials");
    const paused = await logIn(username, password);
    expect(paused.code).toBe("auth.too_many_attempts");
    expect(Number(paused.headers["retry-after"])).toBeGreaterThan(50);
    expect(Number(paused.headers["retry-after"])).toBeLessThanOrEqual(60);
  });

  test("a name that nobody has pauses alike", async () => {
    for (let n = 0; n < 10; n++) await wrong("nobody-at-all");
    expect((await wrong("Nobody-At-All")).code).toBe("auth.too_many_attempts");
  });

  describe("at an address", () => {
    /** A network of their own: its ceiling would ask the other tests for proofs. */
    const here = { "x-forwarded-for": "192.0.2.77" };
    const wrongHere = (identifier: string, headers: Headers = {}) => wrong(identifier, { ...here, ...headers });
    async function verified() {
      const user = await saha.given.user({ password });
      const email = `mail-of-${user.username}@mail.example`;
      await saha.query.updateTable("users").set({ email, isVerified: true }).where("id", "=", user.id).execute();
      return { ...user, email };
    }

    test("pause no username, nor those at the username the address: else they would tell whose it is", async () => {
      const people = [await verified(), await verified(), await verified()] as const;
      const [, owner] = people;
      for (let n = 0; n < 10; n++) await wrongHere(owner.email);
      expect((await wrongHere(owner.email.toUpperCase())).code).toBe("auth.too_many_attempts");
      for (const { username } of people) expect((await wrongHere(username)).code).toBe("auth.wrong_credentials");
      for (let n = 0; n < 10; n++) await wrongHere(people[0].username);
      expect((await wrongHere(people[0].email)).code).toBe("auth.wrong_credentials");
    });

    test("pause it alike when somebody verifies it meanwhile", async () => {
      const [user, email] = [await saha.given.user({ password }), "verified-in-a-pause@mail.example"];
      for (let n = 0; n < 10; n++) await wrongHere(email);
      await saha.query.updateTable("users").set({ email, isVerified: true }).where("id", "=", user.id).execute();
      expect((await wrongHere(email)).code).toBe("auth.too_many_attempts");
    });

    test("keep a device that is known there from nothing, and count apart on it", async () => {
      const { email, username } = await verified();
      await logIn(username, password, device("at-home"));
      for (let n = 0; n < 10; n++) await wrongHere(email);
      expect((await logIn(email, password, here)).code).toBe("auth.too_many_attempts");
      expect((await logIn(email, password, device("at-home"))).status).toBe(200);
      for (let n = 0; n < 10; n++) await wrongHere(email, device("at-home"));
      expect((await logIn(email, password, device("at-home"))).code).toBe("auth.too_many_attempts");
    });
  });

  test("a hundred at once get ten comparisons", async () => {
    const { username } = await saha.given.user({ password });
    const answers = await Promise.all(Array.from({ length: 100 }, () => wrong(username)));
    expect(answers.filter(({ code }) => code === "auth.wrong_credentials")).toHaveLength(10);
  });

  test("forged addresses make no difference", async () => {
    const { username } = await saha.given.user({ password });
    for (let n = 0; n < 10; n++) await wrong(username, { "x-forwarded-for": `10.0.0.${n}, 203.0.113.9` });
    expect((await wrong(username, { "x-forwarded-for": "10.0.0.77, 203.0.113.9" })).code).toBe(
      "auth.too_many_attempts",
    );
  });

  test("of a stranger keep nobody out of another network, by username or address, nor a name that nobody has", async () => {
    const user = await saha.given.user({ password });
    const email = `mail-of-${user.username}@mail.example`;
    await saha.query.updateTable("users").set({ email, isVerified: true }).where("id", "=", user.id).execute();
    const [theirs, home] = [{ "x-forwarded-for": "203.0.113.20" }, { "x-forwarded-for": "203.0.113.21" }];
    for (const identifier of [user.username, email, "nobody-here"]) {
      for (let n = 0; n < 12; n++) await wrong(identifier, { ...theirs, ...device(`stranger-${n}`) });
      expect((await logIn(identifier, password, theirs)).code).toBe("auth.too_many_attempts");
      for (let n = 0; n < 4; n++) expect((await wrong(identifier, home)).code).toBe("auth.wrong_credentials");
      const isNobody = identifier === "nobody-here";
      expect((await logIn(identifier, password, home)).status).toBe(isNobody ? 422 : 200);
      expect((await logIn(identifier, password, theirs)).code).toBe("auth.too_many_attempts");
    }
  });

  test("a right one in between starts anew", async () => {
    const { username } = await saha.given.user({ password });
    for (let n = 0; n < 9; n++) await wrong(username);
    expect((await logIn(username, password)).status).toBe(200);
    for (let n = 0; n < 9; n++) expect((await wrong(username)).code).toBe("auth.wrong_credentials");
  });

  test("of a stranger do not lock out a device that has signed in on the account before", async () => {
    const [member, other] = [await saha.given.user({ password }), await saha.given.user({ password })];
    await logIn(member.username, password, device("member"));
    for (let n = 0; n < 11; n++) await wrong(member.username, device("stranger"));
    expect((await logIn(member.username, password, device("stranger"))).code).toBe("auth.too_many_attempts");
    expect((await logIn(member.username, password)).code).toBe("auth.too_many_attempts");
    expect((await logIn(member.username, password, device("member"))).status).toBe(200);
    // Known on one account is known on that one alone.
    await logIn(other.username, password, device("other"));
    expect((await logIn(member.username, password, device("other"))).code).toBe("auth.too_many_attempts");
  });

  test("the fifty devices that signed in last are known, whichever were there before", async () => {
    const { username, id } = await saha.given.user({ password });
    const known = () => saha.query.selectFrom("knownDevices").select("lastUsedAt").where("userId", "=", id).execute();
    await saha.query
      .insertInto("knownDevices")
      .values(
        Array.from({ length: 50 }, (_, n) => ({
          userId: id,
          deviceHash: Buffer.alloc(32, n),
          lastUsedAt: new Date(Date.UTC(2026, 0, 1 + n)).toISOString(),
        })),
      )
      .execute();
    await logIn(username, password, device("newest"));
    await logIn(username, password, device("newest"));
    const times = (await known()).map((row) => String(row.lastUsedAt)).sort();
    expect(times).toHaveLength(50);
    expect(times[0]).toContain("2026-01-02");
  });

  test("of a known device pause that device alone", async () => {
    const { username } = await saha.given.user({ password });
    await logIn(username, password, device("lost"));
    await logIn(username, password, device("kept"));
    for (let n = 0; n < 10; n++) await wrong(username, device("lost"));
    expect((await logIn(username, password, device("lost"))).code).toBe("auth.too_many_attempts");
    expect((await logIn(username, password, device("kept"))).status).toBe(200);
    expect((await logIn(username, password)).status).toBe(200);
  });
});

describe("a pause after wrong tries is lifted", () => {
  /** An account that is paused on no device and on its own one. */
  async function paused() {
    const user = await saha.given.user({ password });
    await logIn(user.username, password, device(user.username));
    for (let n = 0; n < 11; n++) await wrong(user.username);
    for (let n = 0; n < 11; n++) await wrong(user.username, device(user.username));
    expect((await logIn(user.username, password)).code).toBe("auth.too_many_attempts");
    return user;
  }
  const next = "another good one";
  const body = { password: next, password_confirmation: next };
  async function expectOpen(username: string) {
    expect((await logIn(username, next)).status).toBe(200);
    expect((await logIn(username, next, device(username))).status).toBe(200);
  }

  test("by a password that staff set", async () => {
    const [user, reset] = [await paused(), await saha.given.user({ roleId: Role.PasswordResetAdmin })];
    await reset.call(api.users.setPassword, { params: { id: user.id }, body });
    await expectOpen(user.username);
  });

  test("by a password in an administrator's form, and by that alone", async () => {
    const [user, admin] = [await paused(), await saha.given.user({ roleId: Role.Admin })];
    const params = { id: user.id };
    await admin.call(api.users.update, { params, body: { riotId: "Rival#1" } });
    expect((await logIn(user.username, password)).code).toBe("auth.too_many_attempts");
    await admin.call(api.users.update, { params, body });
    await expectOpen(user.username);
  });

  test("by a mailed reset, at the address too", async () => {
    const user = await paused();
    const email = `${user.username}@mail.example`;
    await saha.query.updateTable("users").set({ email, isVerified: true }).where("id", "=", user.id).execute();
    const elsewhere = { "x-forwarded-for": "192.0.2.78" };
    for (let n = 0; n < 11; n++) await wrong(email, elsewhere);
    for (let n = 0; n < 11; n++) await wrong(email, { ...elsewhere, ...device(user.username) });
    const bound = { userId: user.id, address: email, purpose: "recovery", deviceHash: deviceHash(null) } as const;
    const { database, keys } = saha.core;
    const otp = await database.transact((tx) => makeCode(tx, keys.oneTimeCode, bound));
    expect((await saha.stranger(api.auth.resetPassword, { body: { email, otp, ...body } })).status).toBe(200);
    await expectOpen(email);
    await expectOpen(user.username);
  });

  test("by a mailed reset on its device for good, whatever strangers try meanwhile", async () => {
    const user = await paused();
    const email = `${user.username}@mail.example`;
    await saha.query.updateTable("users").set({ email, isVerified: true }).where("id", "=", user.id).execute();
    const [mine, other] = [device(`new-phone-of-${user.id}`), device(`other-of-${user.id}`)];
    const hash = deviceHash(String(Object.values(mine)[0]));
    const bound = { userId: user.id, address: email, purpose: "recovery", deviceHash: hash } as const;
    const { database, keys } = saha.core;
    const otp = await database.transact((tx) => makeCode(tx, keys.oneTimeCode, bound));
    const reset = await saha.stranger(api.auth.resetPassword, { body: { email, otp, ...body } }, { headers: mine });
    expect(reset.status).toBe(200);
    const theirs = { "x-forwarded-for": "192.0.2.79" };
    for (let n = 0; n < 11; n++) await wrong(user.username, theirs);
    expect((await logIn(user.username, body.password, { ...theirs, ...other })).code).toBe("auth.too_many_attempts");
    expect((await logIn(user.username, body.password, { ...theirs, ...mine })).status).toBe(200);
  });
});

describe("a venue behind one address", () => {
  const venue = { "x-forwarded-for": "203.0.113.50" };

  test("signs in without a refusal", async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => saha.given.user({ password })));
    const answers = await Promise.all(people.map(({ username }) => logIn(username, password, venue)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

test("a forwarded address counts from named proxies only", async () => {
  const bare = await openServer();
  for (let n = 0; n < 300; n++) await bare.core.limits.pass("sign-in", { ip: "127.0.0.1" });
  const { username } = await bare.given.user({ password });
  const answer = await bare.stranger(
    api.auth.login,
    { body: { identifier: username, password } },
    { headers: { "x-forwarded-for": "198.51.100.1" } },
  );
  expect(answer.code).toBe("proof.needed");
  await bare.close();
});

test("while a crowd signs in at once, other calls answer", async () => {
  const [reader, ...crowd] = await Promise.all(Array.from({ length: 41 }, () => saha.given.user({ password })));
  // Elsewhere than whoever else in this file comes near the ceiling.
  const there = { "x-forwarded-for": "192.0.2.78" };
  const signingIn = Promise.all(crowd.map(({ username }) => logIn(username, password, there)));
  let isDone = false;
  signingIn.then(() => {
    isDone = true;
  });
  const times: number[] = [];
  while (!isDone) {
    const began = performance.now();
    expect((await reader?.call(api.tickets.list))?.status).toBe(200);
    times.push(performance.now() - began);
  }
  // Where a test run keeps the machine busy, the last of them wait so long that they are asked for a proof.
  const codes = (await signingIn).filter(({ status }) => status !== 200).map(({ code }) => code);
  expect(codes).toEqual(codes.map(() => "proof.needed"));
  expect(codes.length).toBeLessThan(crowd.length);
  times.sort((a, b) => a - b);
  expect(times.length).toBeGreaterThan(10);
  // The goal is 250 ms for 99 of 100; the machine of a test run is shared with all the others.
  expect(times[Math.floor(times.length * 0.9)]).toBeLessThan(1000);
});

describe("sign-ins that were sent and hung up", () => {
  /** Four networks, so that none of them comes to its ceiling. */
  const network = (n: number) => ({ "x-forwarded-for": `192.0.2.${n % 4}` });
  const request = (identifier: string, n: number) => {
    const body = JSON.stringify({ identifier, password });
    return `POST /api/auth/login HTTP/1.1\r\nhost: saha\r\nx-forwarded-for: 192.0.2.${n % 4}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  };
  const { port } = new URL(saha.address);
  /** How many wait or have waited for a hash. */
  let asked = 0;
  const { matches } = saha.core.passwords;
  beforeEach(() => {
    asked = 0;
    saha.core.passwords.matches = (...args) => {
      asked++;
      return matches(...args);
    };
  });
  afterEach(() => {
    saha.core.passwords.matches = matches;
  });
  async function abandon(count: number, hangUp: (socket: Socket) => void): Promise<void> {
    const sockets = Array.from({ length: count }, (_, n) => {
      const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
      socket.write(request(`left-${count}-${n}`, n));
      return socket;
    });
    while (asked < count) await sleep(10);
    for (const socket of sockets) hangUp(socket);
    await sleep(50);
  }

  test.each([
    ["closed", (socket: Socket) => void socket.end()],
    ["broken off", (socket: Socket) => void socket.resetAndDestroy()],
  ])("are not hashed for nobody when they were %s", async (_how, hangUp) => {
    const { username } = await saha.given.user({ password });
    const time = async () => {
      const began = performance.now();
      expect((await logIn(username, password, network(0))).status).toBe(200);
      return performance.now() - began;
    };
    const alone = Math.min(await time(), await time(), await time());
    const count = full({ full: 600, otherwise: 150 });
    asked = 0;
    await abandon(count, hangUp);
    // Hashed two at a time they would take half of their number.
    expect(await time()).toBeLessThan(alone * (count / 6));
  });
});

describe("a password that is set", () => {
  const register = (typed: string) =>
    saha.stranger(
      api.auth.register,
      { body: { username: `setter-${saha.given.key()}`, password: typed, password_confirmation: typed } },
      { language: "en" },
    );

  test.each(["password", "PassWord", "12345678", "١٢٣٤٥٦٧٨", "qwertyuiop", "ضصثقفغعه", "السلام عليكم", " iloveyou "])(
    "is not the common %s",
    async (typed) => {
      const { refusal } = await register(typed);
      expect(refusal).toMatchObject({ code: "auth.common_password", issues: [{ field: "password" }] });
      expect(refusal?.message).toBe("This password is common and easy to guess, choose another");
    },
  );

  test("has 8 to 128 characters", async () => {
    expect((await register("seven77")).refusal?.issues).toMatchObject([{ field: "password" }]);
    expect((await register("x".repeat(129))).refusal?.issues).toMatchObject([{ field: "password" }]);
    expect((await register(`${"a long good one, ".repeat(7)}123456789`)).status).toBe(201);
    expect((await register("كلمة طويلة لا يعرفها أحد")).status).toBe(201);
  });
});
