import { api } from "@saha/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type Server } from "../../../test/harness.ts";
import { openMailbox } from "../../../test/mailbox.ts";
import { deviceHash } from "../sessions/known-device.ts";
import { guessCode } from "./one-time-code.ts";

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
const newAddress = () => `device${++count}@mail.example`;
/** Somebody's browser: its device key, behind a network address of its own. */
function browser() {
  const id = ++count;
  const headers = { "x-device": `browser-${id}-0123456789abcdef`, "x-forwarded-for": `198.51.100.${id % 250}` };
  const options = { headers, language: "en" as const };
  return {
    headers,
    register: async (email: string, username = `owner-${++count}`) => {
      const body = { username, email, password, password_confirmation: password };
      return (await saha.stranger(api.auth.register, { body }, options)).data;
    },
    resend: (email: string) => saha.stranger(api.auth.sendVerification, { body: { email } }, options),
    verify: (email: string, otp: string) => saha.stranger(api.auth.verification, { body: { email, otp } }, options),
    recover: (email: string) => saha.stranger(api.auth.recoverPassword, { body: { email } }, options),
    reset: (email: string, otp: string, password = "another good one") =>
      saha.stranger(
        api.auth.resetPassword,
        { body: { email, otp, password, password_confirmation: password } },
        options,
      ),
  };
}
const wrongCode = (code: string, n = 1) => String((Number(code) + n) % 1_000_000).padStart(6, "0");
const codes = (email: string) =>
  saha.query
    .selectFrom("oneTimeCodes")
    .select(["userId", "attempts", "foreignAttempts"])
    .where("address", "=", email)
    .orderBy("id")
    .execute();

describe("a code belongs to the device that asked for it", () => {
  test("who registers somebody's address gets the owner's code nowhere, in any order of registering and typing", async () => {
    for (const isStrangerFirst of [true, false]) {
      const [owner, stranger, email] = [browser(), browser(), newAddress()];
      const order = isStrangerFirst ? [stranger, owner] : [owner, stranger];
      const made = new Map<string, { id: number }>();
      for (const who of order) {
        const user = await who.register(email);
        expect(user).toMatchObject({ isCodeMailed: true });
        made.set(who.headers["x-device"], user);
        await mailbox.arrived(email, made.size);
      }
      const [first, second] = (await mailbox.arrived(email, 2)).map(({ code }) => code ?? "");
      const [theirs = "", own = ""] = isStrangerFirst ? [first, second] : [second, first];
      const refused = await owner.verify(email, theirs);
      expect(refused.refusal).toMatchObject({
        code: "auth.code_of_other_device",
        message:
          "This code was asked for on another device. Sign in and type it in your profile, or ask for a new one here",
        issues: [{ field: "otp" }],
      });
      expect((await owner.verify(email, own)).data.user.id).toBe(made.get(owner.headers["x-device"])?.id);
      const stolen = await saha.query
        .selectFrom("users")
        .select("email")
        .where("id", "=", made.get(stranger.headers["x-device"])?.id ?? 0)
        .executeTakeFirst();
      expect(stolen?.email).toBeNull();
    }
  });

  test("a re-send mails the code of this device's account; where it knows none, the way over the profile", async () => {
    const [laptop, phone, stranger, email] = [browser(), browser(), browser(), newAddress()];
    await stranger.register(email);
    await laptop.register(email);
    await mailbox.arrived(email, 2);
    const answers = [await phone.resend(email), await phone.resend(newAddress())];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    const told = (await mailbox.arrived(email, 3))[2];
    expect(told?.code).toBeUndefined();
    expect(told?.text).toMatch(/sign in/i);
    expect(told?.text).toMatch(/profile/i);
    expect(await codes(email)).toHaveLength(2);
  });

  test("signed in, the own code verifies the own account on any device", async () => {
    const [laptop, phone, email] = [browser(), browser(), newAddress()];
    const user = await laptop.register(email);
    const code = await mailbox.codeTo(email);
    expect((await phone.verify(email, code)).code).toBe("auth.code_of_other_device");
    const member = await saha.given.signIn({ id: user.id, username: user.username, roleId: user.roleId });
    const body = { email, otp: code };
    const answer = await member.call(api.auth.verification, { body }, { headers: phone.headers });
    expect(answer.data.user).toMatchObject({ id: user.id, isVerified: true });
  });

  test("a session on another account opens nothing by somebody's code", async () => {
    const [laptop, phone, email] = [browser(), browser(), newAddress()];
    await laptop.register(email);
    const code = await mailbox.codeTo(email);
    const other = await saha.given.user({ password });
    const answer = await other.call(api.auth.verification, { body: { email, otp: code } }, { headers: phone.headers });
    expect(answer.code).toBe("auth.code_of_other_device");
  });

  test("a wrong code says only that, and a client without the header matches codes asked for without it", async () => {
    const [laptop, email, bare] = [browser(), newAddress(), newAddress()];
    await laptop.register(email);
    const code = await mailbox.codeTo(email);
    expect((await laptop.verify(email, wrongCode(code))).code).toBe("auth.wrong_code");
    expect((await browser().verify(email, wrongCode(code))).code).toBe("auth.wrong_code");
    const without = (otp: string, to: string) => saha.stranger(api.auth.verification, { body: { email: to, otp } });
    expect((await without(code, email)).code).toBe("auth.code_of_other_device");
    const body = { username: `owner-${++count}`, email: bare, password, password_confirmation: password };
    await saha.stranger(api.auth.register, { body });
    expect((await without(await mailbox.codeTo(bare), bare)).status).toBe(200);
  });
});

describe("guesses burn the guesser's own codes alone", () => {
  async function recovering() {
    const [owner, email] = [browser(), newAddress()];
    await owner.register(email);
    await owner.verify(email, await mailbox.codeTo(email));
    await owner.recover(email);
    return { owner, email, code: await mailbox.codeTo(email, 2) };
  }

  test("a stranger's do not end the owner's, nor does a stranger's asking", async () => {
    const { owner, email, code } = await recovering();
    const stranger = browser();
    expect((await stranger.recover(email)).status).toBe(200);
    const theirs = await mailbox.codeTo(email, 3);
    for (let n = 1; n <= 30; n++) {
      if (wrongCode(code, n) !== theirs) await stranger.reset(email, wrongCode(code, n));
    }
    expect((await stranger.reset(email, theirs)).code).toBe("auth.wrong_code");
    expect((await owner.reset(email, code)).status).toBe(200);
  });

  test("five of the own device end its codes", async () => {
    const { owner, email, code } = await recovering();
    for (let n = 1; n <= 5; n++) await owner.reset(email, wrongCode(code, n));
    expect((await owner.reset(email, code)).code).toBe("auth.wrong_code");
  });

  test("a right code stays good while the new password is refused", async () => {
    const { owner, email, code } = await recovering();
    for (let n = 1; n <= 6; n++) {
      expect((await owner.reset(email, code, "abcdefghijkl")).code).toBe("auth.weak_password");
    }
    expect((await owner.reset(email, code)).status).toBe(200);
  });

  test("a right code of another device says where it is good; told a bounded number of guesses", async () => {
    const { email, code } = await recovering();
    const stranger = browser();
    expect((await stranger.reset(email, code)).refusal).toMatchObject({
      code: "auth.reset_code_of_other_device",
      message: "This code was asked for on another device. Type it there, or ask for a new one here",
    });
    for (let n = 1; n <= 25; n++) await stranger.reset(email, wrongCode(code, n));
    expect((await stranger.reset(email, code)).code).toBe("auth.wrong_code");
    expect((await codes(email)).at(-1)).toMatchObject({ attempts: 0, foreignAttempts: 3 });
  });

  test("a second device of the guesser's gives no more than five guesses of a code", async () => {
    const { owner, email, code } = await recovering();
    const second = browser();
    for (let n = 1; n <= 5; n++) await second.reset(email, wrongCode(code, n));
    expect((await second.reset(email, code)).code).toBe("auth.wrong_code");
    for (let n = 6; n <= 7; n++) expect((await owner.reset(email, wrongCode(code, n))).code).toBe("auth.wrong_code");
    expect((await owner.reset(email, code)).code).toBe("auth.wrong_code");
    expect((await codes(email)).at(-1)).toMatchObject({ attempts: 2, foreignAttempts: 3 });
  });

  test("two are left to the code's own device, however much others guess", async () => {
    const { owner, email, code } = await recovering();
    for (let n = 1; n <= 9; n++) await browser().reset(email, wrongCode(code, n));
    expect((await owner.reset(email, wrongCode(code))).code).toBe("auth.wrong_code");
    expect((await owner.reset(email, code)).status).toBe(200);
  });
});

describe("asking for codes", () => {
  test("is one a minute and five an hour for each device: another's asking delays nobody", async () => {
    const [owner, stranger, email] = [browser(), browser(), newAddress()];
    await owner.register(email);
    await owner.verify(email, await mailbox.codeTo(email));
    expect((await stranger.recover(email)).status).toBe(200);
    expect((await stranger.recover(email)).code).toBe("auth.too_many_codes");
    expect((await owner.recover(email)).status).toBe(200);
    expect((await owner.recover(email)).code).toBe("auth.too_many_codes");
  });

  test("of one network address for one typed address ends after ten an hour; a known device goes on", async () => {
    const [owner, email] = [browser(), newAddress()];
    await owner.register(email);
    await owner.verify(email, await mailbox.codeTo(email));
    const hall = { "x-forwarded-for": "203.0.113.77" };
    const from = (device: string) =>
      saha.stranger(api.auth.recoverPassword, { body: { email } }, { headers: { ...hall, "x-device": device } });
    const nobody = newAddress();
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) {
      statuses.push((await from(`stranger-${n}-0123456789`)).status);
      await saha.stranger(
        api.auth.recoverPassword,
        { body: { email: nobody } },
        { headers: { ...hall, "x-device": `stranger-${n}-0123456789` } },
      );
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    const unknown = await saha.stranger(
      api.auth.recoverPassword,
      { body: { email: nobody } },
      { headers: { ...hall, "x-device": "one-more-0123456789" } },
    );
    expect(unknown.code).toBe("auth.too_many_codes");
    expect((await from(owner.headers["x-device"])).status).toBe(200);
  });

  test("of one typed address ends after twenty a day over all askers; a known device goes on", async () => {
    const [owner, email] = [browser(), newAddress()];
    await owner.register(email);
    await owner.verify(email, await mailbox.codeTo(email));
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++) statuses.push((await browser().recover(email)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
    expect((await owner.recover(email)).status).toBe(200);
  });
});

test("an account sends five mails an hour to addresses that are not its verified one", async () => {
  const member = await saha.given.user({ password });
  const params = { userId: member.id };
  const mailed: unknown[] = [];
  for (let n = 0; n < 12; n++) {
    const { data } = await member.call(api.profiles.update, { params, body: { email: newAddress() } });
    mailed.push(data.isCodeMailed);
  }
  expect(mailed).toEqual(Array.from({ length: 12 }, (_, n) => n < 5));
});

describe("the broken twin, which judges a code by its address alone,", () => {
  /** What was typed, as if it came from the device that asked for the code, whoever that was. */
  const guess = (email: string, code: string, asker: ReturnType<typeof browser>) =>
    guessCode(saha.core.database, saha.core.keys.oneTimeCode, {
      address: email,
      purpose: "verification",
      code,
      deviceHash: deviceHash(asker.headers["x-device"]),
    });

  test("lets the owner into the stranger's account", async () => {
    const [stranger, email] = [browser(), newAddress()];
    const { id } = await stranger.register(email);
    expect(await guess(email, await mailbox.codeTo(email), stranger)).toMatchObject({ userId: id });
  });

  test("lets a stranger's guesses end the owner's code", async () => {
    const [owner, email] = [browser(), newAddress()];
    await owner.register(email);
    const code = await mailbox.codeTo(email);
    for (let n = 1; n <= 5; n++) await guess(email, wrongCode(code, n), owner);
    expect((await owner.verify(email, code)).code).toBe("auth.wrong_code");
  });
});
