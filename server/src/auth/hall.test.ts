import { api, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { sessionHeaders, type Tokens } from "../../test/caller.ts";
import { openServer } from "../../test/harness.ts";
import { full, retryWhileBusy } from "../../test/soak.ts";
import { solve } from "../../test/solve.ts";
import { openCeilings } from "../limits/ceilings.ts";
import { openCounters } from "../limits/counters.ts";
import { openProofs } from "../limits/proofs.ts";

const saha = await openServer({
  config: { trustProxy: ["127.0.0.1/32"], venueNetworks: ["203.0.113.200/30"] },
});
afterAll(saha.close);

const password = "a long good one";
const count = full({ full: 3050, otherwise: 400 });
let last = 0;
/** A network of its own for each test: phones of one hall differ by their device alone. */
function hall(ip = `198.51.100.${++last}`) {
  const from = (device: string) => ({ headers: { "x-forwarded-for": ip, "x-device": `${device}-0123456789abcdef` } });
  /** Calls; asked for a proof, it solves and sends again, as the browser does. */
  async function proving<
    A extends { code: string | undefined; refusal: { details?: Record<string, unknown> } | undefined },
  >(
    device: string,
    send: (options: { headers: Record<string, string> }) => Promise<A>,
  ): Promise<A & { proofs: number }> {
    const options = from(device);
    for (let proofs = 0; ; proofs++) {
      const answer = await retryWhileBusy(() => send(options));
      if (answer.code !== "proof.needed" || proofs === 5) return { ...answer, proofs };
      options.headers = { ...options.headers, "x-proof": solve(answer.refusal) } as typeof options.headers;
    }
  }
  const logIn = (device: string, identifier: string, typed = password) =>
    proving(device, (options) => saha.stranger(api.auth.login, { body: { identifier, password: typed } }, options));
  const register = (device: string, username: string, typed = password) => {
    const body = { username, password: typed, password_confirmation: typed };
    return proving(device, (options) => saha.stranger(api.auth.register, { body }, options));
  };
  const verify = (device: string, email: string, otp: string) =>
    proving(device, (options) => saha.stranger(api.auth.verification, { body: { email, otp } }, options));
  return { ip, from, logIn, register, verify };
}
type Hall = ReturnType<typeof hall>;

/** One phone that sends many at once and solves nothing; answers with what it was told. */
async function flood(send: (n: number) => Promise<{ code: string | undefined }>): Promise<Record<string, number>> {
  const told: Record<string, number> = {};
  for (let from = 0; from < count; from += 100) {
    const codes = await Promise.all(Array.from({ length: 100 }, async (_, n) => (await send(from + n)).code ?? "done"));
    for (const code of codes) told[code] = (told[code] ?? 0) + 1;
  }
  return told;
}

/** What an honest neighbour does in the same hall, on a device that nobody knows. */
async function neighbour(here: Hall) {
  const username = `honest-${saha.given.key()}`;
  const email = `${username}@mail.example`;
  const registered = await here.register("honest", username);
  const signedIn = await here.logIn("other", username);
  const wrong = await here.verify("honest", email, "123456");
  const asked = await saha.stranger(api.auth.recoverPassword, { body: { email } }, here.from("honest"));
  return {
    outcome: [registered.status, signedIn.status, wrong.code, asked.status],
    proofs: registered.proofs + signedIn.proofs + wrong.proofs,
  };
}
const unharmed = [201, 200, "auth.wrong_code", 200];

describe("one phone in the hall harms no neighbour", () => {
  test("with wrong codes", async () => {
    const here = hall();
    const body = (n: number) => ({ email: `victim${n % 5}@mail.example`, otp: "000000" });
    const told = await flood((n) => saha.stranger(api.auth.verification, { body: body(n) }, here.from("bad")));
    expect(told).toEqual({ "auth.wrong_code": 100, "proof.needed": expect.any(Number) });
    expect(await neighbour(here)).toEqual({ outcome: unharmed, proofs: 1 });
  });

  test("with common passwords, which are refused before they are counted", async () => {
    const here = hall();
    const body = { username: "bad", password: "12345678", password_confirmation: "12345678" };
    const told = await flood(() => saha.stranger(api.auth.register, { body }, here.from("bad")));
    expect(Object.keys(told)).toEqual(["auth.common_password"]);
    expect(await neighbour(here)).toEqual({ outcome: unharmed, proofs: 0 });
  });

  test("with bodies that fail their schema", async () => {
    const here = hall();
    const body = { username: "x", password: "short", password_confirmation: "short" };
    expect(Object.keys(await flood(() => saha.stranger(api.auth.register, { body }, here.from("bad"))))).toEqual([
      "request.invalid",
    ]);
    expect(await neighbour(here)).toEqual({ outcome: unharmed, proofs: 0 });
  });

  test("with wrong passwords, nor those who are known or signed in", async () => {
    const here = hall();
    const member = await saha.given.user({ password });
    expect((await here.logIn("regular", member.username)).status).toBe(200);
    const told = await flood((n) =>
      saha.stranger(api.auth.login, { body: { identifier: `guess-${n}`, password: "wrong one" } }, here.from("bad")),
    );
    expect((told["auth.wrong_credentials"] ?? 0) + (told["server.busy"] ?? 0)).toBeLessThanOrEqual(300);
    expect(await here.logIn("regular", member.username)).toMatchObject({ status: 200, proofs: 0 });
    expect((await member.call(api.auth.me, undefined, here.from("any"))).status).toBe(200);
    const { outcome, proofs } = await neighbour(here);
    expect(outcome).toEqual(unharmed);
    // Those who met a long line were asked for a proof and are no failures.
    expect(proofs).toBeLessThanOrEqual(1);
  }, 240_000);

  test("with requests for codes", async () => {
    const here = hall();
    const told = await flood((n) =>
      saha.stranger(api.auth.recoverPassword, { body: { email: `nobody${n}@mail.example` } }, here.from("bad")),
    );
    expect(told).toEqual({ done: 300, "proof.needed": count - 300 });
    const asked = await saha.stranger(
      api.auth.recoverPassword,
      { body: { email: "nobody-yet@mail.example" } },
      here.from("honest"),
    );
    expect(asked.code).toBe("proof.needed");
    const headers = { ...here.from("honest").headers, "x-proof": solve(asked.refusal) };
    const again = await saha.stranger(
      api.auth.recoverPassword,
      { body: { email: "nobody-yet@mail.example" } },
      { headers },
    );
    expect(again.status).toBe(200);
  });
});

describe("the broken twins, of which one phone harms all:", () => {
  test("counting before what is cheap is judged lets common passwords ask the neighbours for proofs", async () => {
    const here = hall();
    const body = { username: "bad", password: "12345678", password_confirmation: "12345678" };
    for (let n = 0; n < 300; n++) {
      await saha.core.limits.pass("registration", { ip: here.ip });
      expect((await saha.stranger(api.auth.register, { body }, here.from("bad"))).code).toBe("auth.common_password");
    }
    expect((await neighbour(here)).proofs).toBe(1);
  });

  test("one counter for all kinds lets wrong codes stop the sign-ins", async () => {
    const one = openCounters(undefined)("all", { points: 100, duration: 300 });
    const proofs = openProofs(saha.core.keys.proof, openCounters(undefined));
    const ceilings = openCeilings(
      () => one,
      proofs,
      () => 1,
    );
    for (let n = 0; n < 100; n++) await ceilings.pass("code", { ip: "198.51.100.9" });
    for (let n = 0; n < 200; n++) await ceilings.pass("registration", { ip: "198.51.100.9" });
    await expect(ceilings.pass("sign-in", { ip: "198.51.100.9" })).rejects.toMatchObject({ code: "proof.needed" });
  });
});

describe("a crowd in a venue without a pause", () => {
  afterEach(() => vi.restoreAllMocks());
  const wrongly = (identifier: string, options: ReturnType<Hall["from"]>) =>
    saha.stranger(api.auth.login, { body: { identifier, password: "wrong one" } }, options);
  const registering = (username: string, options: ReturnType<Hall["from"]>) =>
    saha.stranger(api.auth.register, { body: { username, password, password_confirmation: password } }, options);

  /** How many of a crowd's hashes come before the right sign-in of a neighbour on a new device. */
  async function hashesBefore(send: typeof wrongly | typeof registering): Promise<number> {
    const [here, member] = [hall("203.0.113.201"), await saha.given.user({ password })];
    for (let n = 0; n < 300; n++) {
      await (await saha.core.limits.pass("sign-in", { ip: here.ip })).failed();
      await saha.core.limits.pass("registration", { ip: here.ip });
    }
    let [isOver, hashed] = [false, 0];
    const robot = async (n: number) => {
      while (!isOver) {
        const { code } = await send(`bad-${n}-${saha.given.key()}`, here.from(`bad-${n}`));
        if (code !== "proof.needed") hashed++;
      }
    };
    const crowd = Array.from({ length: 150 }, (_, n) => robot(n));
    await vi.waitFor(() => expect(hashed).toBeGreaterThan(10), { timeout: 20_000 });
    const before = hashed;
    expect((await here.logIn("newcomer", member.username)).status).toBe(200);
    const between = hashed - before;
    isOver = true;
    await Promise.all(crowd);
    return between;
  }

  test.each([
    ["signs in wrongly", wrongly],
    ["registers", registering],
  ])(
    "that %s keeps no newcomer there waiting for longer than a short line and a proof take",
    async (_what, send) => {
      expect(await hashesBefore(send)).toBeLessThan(75);
    },
    60_000,
  );

  test("would go before the newcomer, all of it, where its line asks for no proofs (broken twin)", async () => {
    vi.spyOn(saha.core.passwords, "line").mockReturnValue({ network: 0, site: 0, turnMs: 0 });
    expect(await hashesBefore(wrongly)).toBeGreaterThan(120);
  }, 60_000);
});

test("who registers waits for few of the hall's accounts that change their passwords", async () => {
  const here = hall();
  const members = await Promise.all(Array.from({ length: 40 }, () => saha.given.user({ password })));
  const another = "another good one";
  let changed = 0;
  const body = { password, newPassword: another, newPasswordConfirmation: another };
  const changes = members.map(async (member) => {
    expect((await member.call(api.auth.changePassword, { body }, here.from("own"))).status).toBe(200);
    changed++;
  });
  expect((await here.register("newcomer", `beside-${saha.given.key()}`)).status).toBe(201);
  expect(changed).toBeLessThan(20);
  await Promise.all(changes);
});

test("the own password is confirmed ten times an hour before strangers, then in their line and counted there", async () => {
  const here = hall();
  const member = await saha.given.user({ password });
  const address = `own-${saha.given.key()}@mail.example`;
  await saha.query.updateTable("users").set({ email: address, isVerified: true }).where("id", "=", member.id).execute();
  const anHourAgo = sql<string>`now() - interval '1 hour'`;
  await saha.query.updateTable("sessions").set({ createdAt: anHourAgo }).where("userId", "=", member.id).execute();
  const matches = vi.spyOn(saha.core.passwords, "matches");
  const turns: unknown[] = [];
  for (let n = 0; n < 12; n++) {
    const changing = {
      params: { userId: String(member.id) },
      body: { email: `${n}-${address}`, password },
    };
    await member.call(api.profiles.update, changing, here.from("own"));
    turns.push(matches.mock.lastCall?.[2]?.known);
  }
  matches.mockRestore();
  const own = `account ${member.id}`;
  expect(turns).toEqual([...Array(10).fill(own), undefined, undefined]);
});

test("who registers in a crowded venue keeps the order of arrival with a proof, elsewhere beyond the ceiling goes first", async () => {
  const hash = vi.spyOn(saha.core.passwords, "hash");
  const line = vi.spyOn(saha.core.passwords, "line").mockReturnValue({ network: 100, site: 100, turnMs: 1 });
  const seen: unknown[] = [];
  for (const here of [hall("203.0.113.202"), hall()]) {
    for (let n = 0; n < 300; n++) await saha.core.limits.pass("registration", { ip: here.ip });
    const { status, proofs } = await here.register("phone", `orderly-${saha.given.key()}`);
    seen.push([status, proofs, hash.mock.lastCall?.[1]?.isProven]);
  }
  expect(seen).toEqual([
    [201, 1, false],
    [201, 1, true],
  ]);
  for (const spy of [hash, line]) spy.mockRestore();
});

describe("a robot that makes accounts", () => {
  test("makes three hundred in five minutes without working for them", async () => {
    const here = hall();
    for (let n = 0; n < 300; n++) await saha.core.limits.pass("registration", { ip: here.ip });
    const body = { username: "robot-301", password, password_confirmation: password };
    const options = here.from("robot");
    const refused = await saha.stranger(api.auth.register, { body }, options);
    expect(refused.refusal).toMatchObject({ code: "proof.needed", details: { challenge: { algorithm: "SHA-256" } } });
    const proof = { headers: { ...options.headers, "x-proof": solve(refused.refusal) } };
    // Neither by another call nor from elsewhere, and here once.
    const login = { body: { identifier: "robot-301", password } };
    for (let n = 0; n < 300; n++) await saha.core.limits.pass("sign-in", { ip: here.ip });
    expect((await saha.stranger(api.auth.login, login, proof)).code).toBe("proof.needed");
    expect((await saha.stranger(api.auth.register, { body }, proof)).status).toBe(201);
    const second = { ...body, username: "robot-302" };
    expect((await saha.stranger(api.auth.register, { body: second }, proof)).code).toBe("proof.needed");
  });

  test("has no way around it by an account that is named like the owner's address", async () => {
    const here = hall();
    const owner = await saha.given.user({ password });
    const address = `named-${saha.given.key()}@mail.example`;
    const emailed = { email: address, isVerified: true };
    await saha.query.updateTable("users").set(emailed).where("id", "=", owner.id).execute();
    expect((await here.register("namesake", address, "another good one")).status).toBe(201);
    expect((await here.logIn("namesake", address, "another good one")).status).toBe(200);
    for (let n = 0; n < 300; n++) await saha.core.limits.pass("sign-in", { ip: here.ip });
    const body = { identifier: address, password: "wrong one" };
    expect((await saha.stranger(api.auth.login, { body }, here.from("namesake"))).code).toBe("proof.needed");
  });

  test("sees no difference between names that exist and names that do not", async () => {
    const here = hall();
    const member = await saha.given.user({ password });
    for (let n = 0; n < 300; n++) await saha.core.limits.pass("sign-in", { ip: here.ip });
    for (const identifier of [member.username, "nobody-at-all"]) {
      const options = here.from("robot");
      const answer = await saha.stranger(api.auth.login, { body: { identifier, password: "wrong one" } }, options);
      expect(answer.code).toBe("proof.needed");
    }
  });
});

test("a venue registers and signs in behind one address in ten minutes: all pass, without a proof where it is named", async () => {
  const people = full({ full: 2000, otherwise: 60 });
  for (const here of [hall(), hall("203.0.113.200")]) {
    // The small run begins near the threshold, so that part of it needs proofs.
    const before = full({ full: 0, otherwise: 270 });
    for (let n = 0; n < before; n++) await saha.core.limits.pass("registration", { ip: here.ip });
    const proofs: number[] = [];
    const refusals: unknown[] = [];
    const person = async (n: number) => {
      const [device, username] = [`phone-${n}`, `venue-${last}-${here.ip}-${n}`];
      const registered = await here.register(device, username);
      const signedIn = await here.logIn(device, username);
      proofs.push(registered.proofs, signedIn.proofs);
      if (registered.status !== 201 || signedIn.status !== 200) refusals.push([registered.code, signedIn.code]);
    };
    const began = performance.now();
    const width = 20;
    for (let from = 0; from < people; from += width) {
      await Promise.all(Array.from({ length: width }, (_, n) => person(from + n)));
    }
    expect(refusals).toEqual([]);
    const isNamed = here.ip === "203.0.113.200";
    expect(proofs.some((solved) => solved > 0)).toBe(!isNamed);
    expect(Math.max(...proofs)).toBeLessThanOrEqual(2);
    expect(performance.now() - began).toBeLessThan(600_000);
  }
}, 1_300_000);

describe("forwarded headers", () => {
  test("that an administrator comes with while no proxy is named are told once, in the log and at home", async () => {
    const bare = await openServer();
    const admin = await bare.given.user({ roleId: Role.Admin });
    const [member, names] = [await bare.given.user(), ["x-forwarded-for", "forwarded", "x-real-ip"]];
    expect((await admin.call(api.warnings.list)).data).toEqual([]);
    const sentBy = async (tokens: Tokens) => {
      for (const name of names) {
        await bare.send("GET", "/api/main-theme", { headers: { ...sessionHeaders(tokens), [name]: "198.51.100.1" } });
      }
    };
    for (const anybody of [{}, member]) await sentBy(anybody);
    expect((await admin.call(api.warnings.list)).data).toEqual([]);
    await sentBy(admin);
    expect((await admin.call(api.warnings.list)).data).toMatchObject([{ code: "proxy.untrusted" }]);
    const lines = bare.logged.filter((line) => line.includes("TRUST_PROXY"));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "").level).toBe(40);
    await bare.close();
  });

  test("are nothing to tell where a proxy is named", async () => {
    const admin = await saha.given.user({ roleId: Role.Admin });
    const headers = { ...sessionHeaders(admin), "x-forwarded-for": "198.51.100.1" };
    await saha.send("GET", "/api/main-theme", { headers });
    expect((await admin.call(api.warnings.list)).data).toEqual([]);
  });
});
