import { setTimeout as sleep } from "node:timers/promises";
import { api, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type Server } from "../../../test/harness.ts";
import { openMailbox } from "../../../test/mailbox.ts";
import { full } from "../../../test/soak.ts";
import type { Database } from "../../database/database.ts";
import { deviceHash } from "../sessions/known-device.ts";
import { keyOf } from "./mail-code.ts";
import { guessCode, makeCode } from "./one-time-code.ts";
import { resetPassword } from "./reset-password.ts";

const mailbox = await openMailbox();
let saha: Server;
beforeAll(async () => {
  saha = await openServer({ config: { smtpUrl: mailbox.url, trustProxy: ["127.0.0.1"] } });
});
afterAll(async () => {
  await saha.close();
  await mailbox.close();
});

const password = "a long good one";
let count = 0;
const newAddress = () => `person${++count}@mail.example`;

async function register(email: string, username = `codes-${++count}`) {
  const body = { username, email, password, password_confirmation: password };
  return (await saha.stranger(api.auth.register, { body }, { language: "en" })).data;
}
const verify = (email: string, otp: string) => saha.stranger(api.auth.verification, { body: { email, otp } });
const reset = (email: string, otp: string, next = "another good one") =>
  saha.stranger(api.auth.resetPassword, {
    body: { email, otp, password: next, password_confirmation: next },
  });
const logIn = (identifier: string, typed = password) =>
  saha.stranger(api.auth.login, { body: { identifier, password: typed } });

async function verified(): Promise<{ id: number; username: string; email: string }> {
  const email = newAddress();
  const user = await register(email);
  expect((await verify(email, await mailbox.codeTo(email))).status).toBe(200);
  return { ...user, email };
}
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const expire = () => saha.query.updateTable("oneTimeCodes").set({ expiresAt: sql<string>`now()` }).execute();

describe("verification", () => {
  test("the mailed code verifies the address and signs in", async () => {
    const email = newAddress();
    const user = await register(email);
    expect(user).toMatchObject({ email, isVerified: false, pendingEmail: null });
    const answer = await verify(email.toUpperCase(), await mailbox.codeTo(email));
    expect(answer.data.user).toMatchObject({ id: user.id, email, isVerified: true });
    const me = await saha.send("GET", "/api/auth/me", {
      headers: { authorization: `Bearer ${answer.data.accessToken}` },
    });
    expect(me.status).toBe(200);
    expect((await logIn(email)).data.user.id).toBe(user.id);
  });

  test("a username that is an email counts as one", async () => {
    const email = newAddress();
    const body = { username: email, password, password_confirmation: password };
    await saha.stranger(api.auth.register, { body });
    expect((await verify(email, await mailbox.codeTo(email))).data.user.username).toBe(email);
  });

  test("without an email nothing is mailed", async () => {
    const sent = mailbox.mails.length;
    const body = { username: `codes-${++count}`, email: "", password, password_confirmation: password };
    expect((await saha.stranger(api.auth.register, { body })).data.email).toBeNull();
    await logIn(body.username);
    expect(mailbox.mails.length).toBe(sent);
  });

  test("a code works once, also when fifty ask at once", async () => {
    const email = newAddress();
    const { id } = await register(email);
    const code = await mailbox.codeTo(email);
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(email, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, "auth.wrong_code"]));
    const sessions = await saha.query.selectFrom("sessions").select("id").where("userId", "=", id).execute();
    expect(sessions).toHaveLength(1);
  });

  test("a code dies after ten minutes", async () => {
    const email = newAddress();
    await register(email);
    const code = await mailbox.codeTo(email);
    const row = await saha.query
      .selectFrom("oneTimeCodes")
      .select(sql<number>`extract(epoch from expires_at - created_at)::int`.as("seconds"))
      .where("address", "=", email)
      .executeTakeFirst();
    expect(row?.seconds).toBe(600);
    await expire();
    expect((await verify(email, code)).code).toBe("auth.wrong_code");
  });

  test("five wrong guesses kill a code, four do not; the refusal stands at the field", async () => {
    const [patient, hasty] = [newAddress(), newAddress()];
    await Promise.all([register(patient), register(hasty)]);
    const [good, dead] = [await mailbox.codeTo(patient), await mailbox.codeTo(hasty)];
    for (let wrong = 0; wrong < 4; wrong++) {
      const answer = await verify(patient, other(good));
      expect(answer.refusal).toMatchObject({ code: "auth.wrong_code", issues: [{ field: "otp" }] });
    }
    expect((await verify(patient, good)).status).toBe(200);
    for (let wrong = 0; wrong < 5; wrong++) await verify(hasty, other(dead));
    expect((await verify(hasty, dead)).code).toBe("auth.wrong_code");
  });

  const guessed = full({ full: 10_000, otherwise: 1000 });

  test(`${guessed} guesses from two hundred addresses are counted five times, and hit nothing`, async () => {
    const email = newAddress();
    await register(email);
    const code = await mailbox.codeTo(email);
    const guesses = Array.from({ length: guessed }, (_, n) =>
      String((Number(code) + 1 + n) % 1_000_000).padStart(6, "0"),
    );
    const body = (otp: string) => JSON.stringify({ email, otp });
    const answers = await Promise.all(
      guesses.map((otp, n) =>
        saha.send("POST", "/api/auth/verification", {
          headers: { "content-type": "application/json", "x-forwarded-for": `10.1.0.${n % 200}` },
          body: body(otp),
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
    const rows = await saha.query.selectFrom("oneTimeCodes").select("attempts").where("address", "=", email).execute();
    expect(rows).toEqual([{ attempts: 5 }]);
    expect((await verify(email, code)).code).toBe("auth.wrong_code");
  });

  test("somebody else's code, or one for another purpose, is a wrong one", async () => {
    const [mine, theirs] = [newAddress(), await verified()];
    await register(mine);
    await saha.stranger(api.auth.recoverPassword, { body: { email: theirs.email } });
    const [code, recovery] = [await mailbox.codeTo(mine), await mailbox.codeTo(theirs.email, 2)];
    expect((await verify(theirs.email, code)).code).toBe("auth.wrong_code");
    expect((await reset(mine, code)).code).toBe("auth.wrong_code");
    expect((await verify(theirs.email, recovery)).code).toBe("auth.wrong_code");
    expect((await verify(mine, code)).status).toBe(200);
  });

  test("verifying claims the address: it is cleared from others who only typed it", async () => {
    const email = newAddress();
    const [owner, squatter, keeper] = [await register(email), await register(email), await verified()];
    await saha.query.updateTable("users").set({ pendingEmail: email }).where("id", "=", keeper.id).execute();
    expect((await verify(email, await mailbox.codeTo(email))).data.user.id).toBe(owner.id);
    const rows = await saha.query
      .selectFrom("users")
      .select(["email", "pendingEmail"])
      .where("id", "in", [squatter.id, keeper.id])
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { email: null, pendingEmail: null },
      { email: keeper.email, pendingEmail: null },
    ]);
  });

  test("an address that was verified by another meanwhile is refused with a sentence of its own", async () => {
    const email = newAddress();
    await register(email);
    const code = await mailbox.codeTo(email);
    const rival = await saha.given.user();
    await saha.query.updateTable("users").set({ email, isVerified: true }).where("id", "=", rival.id).execute();
    expect((await verify(email, code)).code).toBe("user.email_taken");
  });

  test("a registration says whether a code leaves, alike for an address of somebody's and of nobody's", async () => {
    const [mine, theirs, asked] = [newAddress(), newAddress(), newAddress()];
    const owner = await saha.given.user();
    const owned = { email: theirs, isVerified: true };
    await saha.query.updateTable("users").set(owned).where("id", "=", owner.id).execute();
    await saha.stranger(api.auth.sendVerification, { body: { email: asked } });
    for (const address of [mine, theirs]) {
      expect(await register(address)).toMatchObject({ email: address, isCodeMailed: true });
    }
    for (const address of [mine, theirs, asked, asked.toUpperCase()]) {
      expect(await register(address)).toMatchObject({ email: address, isCodeMailed: false });
    }
    const without = { username: `codes-${++count}`, password, password_confirmation: password };
    expect((await saha.stranger(api.auth.register, { body: without })).data).not.toHaveProperty("isCodeMailed");
  });

  test("who registers an address that is verified already gets no code, its owner a word", async () => {
    const { email } = await verified();
    await saha.stranger(api.auth.register, {
      body: { username: `codes-${++count}`, email, password, password_confirmation: password },
    });
    // The minute of the first code has not passed, so the registration mailed nothing; this is what it would have.
    const letter = {
      kind: "code",
      purpose: "verification",
      address: email,
      device: keyOf(null),
      language: "en",
    } as const;
    const userId = (await saha.query.selectFrom("users").select("id").orderBy("id", "desc").executeTakeFirstOrThrow())
      .id;
    await saha.core.database.transact((tx) => saha.core.mail.send(tx, { ...letter, userId }));
    const [, told] = await mailbox.arrived(email, 2);
    expect(told?.code).toBeUndefined();
    expect(told?.subject).toMatch(/another Saha account/);
  });

  test("a blocked account is told so by a right code, and by a right code only", async () => {
    const email = newAddress();
    const { id } = await register(email);
    const code = await mailbox.codeTo(email);
    await saha.query.updateTable("users").set({ isBlocked: true }).where("id", "=", id).execute();
    expect((await verify(email, other(code))).code).toBe("auth.wrong_code");
    expect((await verify(email, code)).code).toBe("auth.blocked");
  });

  test("digits of three scripts and spaces are read", async () => {
    const email = newAddress();
    await register(email);
    const code = await mailbox.codeTo(email);
    const arabic = code.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");
    expect((await verify(email, ` ${arabic.slice(0, 3)} ${arabic.slice(3)} `)).status).toBe(200);
  });
});

describe("asking for a code", () => {
  const ask = (email: string) => saha.stranger(api.auth.sendVerification, { body: { email } });
  const recover = (email: string) => saha.stranger(api.auth.recoverPassword, { body: { email } });

  test("one a minute for each address and purpose, whether anybody has it or not", async () => {
    const known = await verified();
    const nobody = newAddress();
    const answers = [
      await recover(known.email),
      await recover(nobody),
      await recover(known.email),
      await recover(nobody),
    ];
    expect(answers.map(({ status, text }) => [status, JSON.parse(text).code])).toEqual([
      [200, undefined],
      [200, undefined],
      [429, "auth.too_many_codes"],
      [429, "auth.too_many_codes"],
    ]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    const [one, two] = [answers[2], answers[3]].map((answer) => Number(answer?.headers["retry-after"]));
    expect(Math.abs(Number(one) - Number(two))).toBeLessThanOrEqual(1);
    expect((await recover(known.email.toUpperCase())).status).toBe(429);
    expect((await ask(nobody)).status).toBe(200);
  });

  test("a registration counts, so the first code can't be sent twice in a minute; the second one goes through without", async () => {
    const email = newAddress();
    await register(email);
    expect((await ask(email)).status).toBe(429);
    expect((await register(email)).email).toBe(email);
    await mailbox.arrived(email);
    expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test("recovery goes to verified addresses only", async () => {
    const email = newAddress();
    await register(email);
    await mailbox.arrived(email);
    const known = await verified();
    expect((await recover(email)).status).toBe(200);
    expect((await recover(known.email)).status).toBe(200);
    await mailbox.arrived(known.email, 2);
    expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test("several codes of one address live side by side", async () => {
    const email = newAddress();
    await register(email);
    const first = await mailbox.codeTo(email);
    await saha.core.database.transact((tx) =>
      saha.core.mail.send(tx, {
        kind: "code",
        purpose: "verification",
        address: email,
        device: keyOf(null),
        language: "ar",
      }),
    );
    expect(await mailbox.codeTo(email, 2)).not.toBe(first);
    expect((await verify(email, first)).status).toBe(200);
  });
});

describe("a forgotten password", () => {
  test("is set anew by the code; all sessions end, nobody is signed in, the code is gone", async () => {
    const { id, email, username } = await verified();
    const device = await saha.given.signIn({ id, username, roleId: Role.User });
    await saha.stranger(api.auth.recoverPassword, { body: { email } });
    const code = await mailbox.codeTo(email, 2);
    const answer = await reset(email, code);
    expect(JSON.parse(answer.text)).toEqual({ data: {} });
    expect((await device.call(api.auth.me)).code).toBe("auth.required");
    expect((await reset(email, code)).code).toBe("auth.wrong_code");
    expect((await logIn(username)).code).toBe("auth.wrong_credentials");
    expect((await logIn(username, "another good one")).status).toBe(200);
  });

  test("works once, also for two who had both typed it before either was through", async () => {
    const { email } = await verified();
    await saha.stranger(api.auth.recoverPassword, { body: { email } });
    const code = await mailbox.codeTo(email, 2);
    const { database, keys, sessions } = saha.core;
    const typed = { address: email, purpose: "recovery", code, deviceHash: deviceHash(null) } as const;
    const both = await Promise.all([1, 2].map(() => guessCode(database, keys.oneTimeCode, typed)));
    const outcomes = both.map(async (right, n) => {
      if (!right || right === "elsewhere") throw new Error("a right guess was not heard");
      await database.transact((tx) =>
        resetPassword(tx, sessions, { ...right, address: email, passwordHash: `hash ${n}`, device: null }),
      );
    });
    const settled = await Promise.allSettled(outcomes);
    expect(settled.map((outcome) => (outcome.status === "rejected" ? outcome.reason.code : "done")).sort()).toEqual([
      "auth.wrong_code",
      "done",
    ]);
  });

  test("a common one, a short one and two different ones are refused at their fields, and the code still works", async () => {
    const { email } = await verified();
    await saha.stranger(api.auth.recoverPassword, { body: { email } });
    const code = await mailbox.codeTo(email, 2);
    expect((await reset(email, code, "Password1")).refusal).toMatchObject({
      code: "auth.common_password",
      issues: [{ field: "password" }],
    });
    expect((await reset(email, code, "short")).refusal?.issues?.[0]?.field).toBe("password");
    const body = { email, otp: code, password: "one good one", password_confirmation: "another good one" };
    const differing = await saha.stranger(api.auth.resetPassword, { body }, { language: "en" });
    expect(differing.refusal?.issues).toEqual([{ field: "password_confirmation", message: "Passwords must match" }]);
    expect((await reset(email, code)).status).toBe(200);
  });

  test("a right code of a blocked account is told so", async () => {
    const { id, email } = await verified();
    await saha.query.updateTable("users").set({ isBlocked: true }).where("id", "=", id).execute();
    await saha.stranger(api.auth.recoverPassword, { body: { email } });
    expect((await reset(email, await mailbox.codeTo(email, 2))).code).toBe("auth.blocked");
  });

  test("a code to an address that is no longer the account's is a wrong one", async () => {
    const { id, email } = await verified();
    await saha.stranger(api.auth.recoverPassword, { body: { email } });
    const code = await mailbox.codeTo(email, 2);
    await saha.query.updateTable("users").set({ email: newAddress() }).where("id", "=", id).execute();
    expect((await reset(email, code)).code).toBe("auth.wrong_code");
  });
});

test("no code stands in the database, not even in the queue", async () => {
  const email = newAddress();
  await register(email);
  const code = await mailbox.codeTo(email);
  const { rows } = await sql<{ text: string }>`
    select (select string_agg(c::text, ' ') from one_time_codes c) || (select string_agg(j::text, ' ') from pgboss.job j) as text
  `.execute(saha.query);
  // As a whole word: ids and times have their own digits.
  expect(rows[0]?.text).not.toMatch(new RegExp(`(?<![0-9a-f.-])${code}(?![0-9a-f-])`));
  expect(rows[0]?.text).toContain(email);
});

describe("guesses at an address for which many codes are live", () => {
  /** Makes so many codes for an address, each of an account and a device of its own. */
  async function crowded(codes: number): Promise<string> {
    const address = newAddress();
    for (let n = 0; n < codes; n++) {
      const { id: userId } = await saha.given.user();
      const bound = { userId, address, purpose: "verification", deviceHash: deviceHash(`device ${n}`) } as const;
      await saha.core.database.transact((tx) => makeCode(tx, saha.core.keys.oneTimeCode, bound));
    }
    return address;
  }

  /** Locks the codes of an address, as a guess does, until it is told to let them go. */
  async function locked(address: string): Promise<() => Promise<void>> {
    const [end, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = saha.core.database.transact(async (tx) => {
      await tx.selectFrom("oneTimeCodes").select("id").where("address", "=", address).forUpdate().execute();
      held.resolve();
      await end.promise;
    });
    await held.promise;
    return () => {
      end.resolve();
      return holding;
    };
  }

  /** How many transactions guesses at once take; one that was in a ring of waiting ones is tried again. */
  async function triesOf(guesses: number, guess: (database: Database, n: number) => Promise<unknown>): Promise<number> {
    let tries = 0;
    const { database } = saha.core;
    const counted: Database = {
      ...database,
      transact: (effect) =>
        database.transact((tx) => {
          tries++;
          return effect(tx);
        }),
    };
    await Promise.allSettled(Array.from({ length: guesses }, (_, n) => guess(counted, n)));
    return tries;
  }

  test("lock the codes in their order, so that none waits for another in a ring", async () => {
    const typed = { address: await crowded(40), purpose: "verification", code: "not one" } as const;
    const guess = (database: Database, n: number) =>
      guessCode(database, saha.core.keys.oneTimeCode, { ...typed, deviceHash: deviceHash(`device ${n}`) });
    expect(await triesOf(60, guess)).toBe(60);
  });

  test("wait in rings for each other where they lock them in any order (broken twin)", async () => {
    const address = await crowded(8);
    const guess = (database: Database, n: number) =>
      database.transact((tx) =>
        tx
          .selectFrom("oneTimeCodes")
          .select(["id", sql`pg_sleep(0.02)`.as("slept")])
          .where("address", "=", address)
          .orderBy("id", n % 2 ? "asc" : "desc")
          .forUpdate()
          .execute(),
      );
    expect(await triesOf(2, guess)).toBeGreaterThan(2);
  });

  test("wait for each other without a connection: others are answered meanwhile", async () => {
    const email = await crowded(5);
    const release = await locked(email);
    const headers = { "x-forwarded-for": "198.51.100.78" };
    const guess = { body: { email, otp: "000000" } };
    const guesses = Array.from({ length: 40 }, () => saha.stranger(api.auth.verification, guess, { headers }));
    const member = await saha.given.user();
    const answers = await Promise.race([Promise.all([1, 2, 3].map(() => member.call(api.auth.me))), sleep(3_000)]);
    await Promise.all([release(), ...guesses]);
    expect(answers).toHaveLength(3);
  });

  test("that cannot be right keep none waiting that can", async () => {
    const email = newAddress();
    const device = { "x-device": `the-owners-device-${email.length}-of-many` };
    const body = { username: `codes-${++count}`, email, password, password_confirmation: password };
    await saha.stranger(api.auth.register, { body }, { headers: device });
    const otp = await mailbox.codeTo(email);
    const release = await locked(email);
    let answered = 0;
    // A network that has guessed at nothing yet: beyond 100 guesses it would be asked for proofs.
    const hall = { "x-forwarded-for": "198.51.100.77" };
    const guess = { body: { email, otp: other(otp) } };
    const wrong = Array.from({ length: 90 }, async () => {
      expect((await saha.stranger(api.auth.verification, guess, { headers: hall })).code).toBe("auth.wrong_code");
      answered++;
    });
    await sleep(300);
    // A slip of the owner's is answered as soon as it is compared; who is right signs in first.
    const owners = saha.stranger(api.auth.verification, guess, { headers: { ...hall, ...device } });
    await sleep(100);
    await release();
    expect((await owners).code).toBe("auth.wrong_code");
    expect(answered).toBeLessThan(wrong.length);
    await Promise.all(wrong);
  });
});
