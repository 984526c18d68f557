import { api, Role } from "@saha/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openCaller } from "../../../test/caller.ts";
import type { Member } from "../../../test/given.ts";
import { openServer, type Server } from "../../../test/harness.ts";
import { openMailbox } from "../../../test/mailbox.ts";
import { deviceHash } from "../sessions/known-device.ts";
import { guessCode } from "./one-time-code.ts";
import { resetPassword } from "./reset-password.ts";
import { verifyEmail } from "./verify-email.ts";

const mailbox = await openMailbox();
let saha: Server;
let admin: Member;
let resetter: Member;
beforeAll(async () => {
  saha = await openServer({ config: { smtpUrl: mailbox.url } });
  admin = await saha.given.user({ roleId: Role.Admin });
  resetter = await saha.given.user({ roleId: Role.PasswordResetAdmin });
});
afterAll(async () => {
  await saha.close();
  await mailbox.close();
});

const password = "a long good one";
const next = "another good one";
const twice = (typed: string) => ({ password: typed, password_confirmation: typed });
let count = 0;
const newAddress = () => `holder${++count}@mail.example`;
const newDevice = () => ({ "x-device": `device-${++count}-0123456789abcdef` });
type Device = ReturnType<typeof newDevice>;

const at = (id: number) => ({ params: { id: String(id) } });
const rowOf = (id: number) => saha.query.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const set = (id: number, facts: object) => saha.query.updateTable("users").set(facts).where("id", "=", id).execute();
const verify = (email: string, otp: string, headers: Device) =>
  saha.stranger(api.auth.verification, { body: { email, otp } }, { headers, language: "en" });
const logIn = async (identifier: string, typed: string, headers: Device) => {
  const { data } = await saha.stranger(api.auth.login, { body: { identifier, password: typed } }, { headers });
  return openCaller(saha.send, data);
};

/** An attendee with a verified address, unless another state of it is named. */
async function owner(facts: { email?: string | null; isVerified?: boolean } = {}) {
  const { email = newAddress(), isVerified = true } = facts;
  const made = await saha.given.user({ password });
  await set(made.id, { email, isVerified });
  return { ...made, email: email ?? "", device: newDevice() };
}
type Owner = Awaited<ReturnType<typeof owner>>;

/** Somebody else in the account for a moment, on a device of their own, who asks for an address of their own. */
async function intrude({ id, username }: { id: number; username: string }, typed = password) {
  const [device, address] = [newDevice(), newAddress()];
  const session = await logIn(username, typed, device);
  await session(api.profiles.update, { params: { userId: id }, body: { email: address } }, { headers: device });
  return { device, address, code: await mailbox.codeTo(address) };
}

/** Sets a password by a mailed code, once so many other mails have come to the address. */
async function resetByMail({ email, device }: { email: string; device: Device }, others = 0) {
  await mailbox.arrived(email, others);
  await saha.stranger(api.auth.recoverPassword, { body: { email } }, { headers: device });
  const otp = await mailbox.codeTo(email, others + 1);
  return saha.stranger(api.auth.resetPassword, { body: { email, otp, ...twice(next) } }, { headers: device });
}
const changeOwn = (of: Owner) =>
  of.call(
    api.auth.changePassword,
    { body: { password, newPassword: next, newPasswordConfirmation: next } },
    { headers: of.device },
  );

describe("an address that somebody else asked for is not verified after", () => {
  const remedies = {
    "a password by mail": async (of: Owner) => (await resetByMail(of, 1)).data.forgottenEmail,
    "a change of the password": async (of: Owner) => (await changeOwn(of)).data.forgottenEmail,
    "signing out everywhere": async (of: Owner) => (await of.call(api.auth.endSessions)).data.forgottenEmail,
    "signing the other device out": async (of: Owner) => {
      const theirs = (await of.call(api.auth.sessions)).data.find(({ isCurrent }) => !isCurrent);
      return (await of.call(api.auth.endSession, at(theirs?.id ?? 0))).data.forgottenEmail;
    },
    "a block set by an administrator and lifted": async (of: Owner) => {
      await admin.call(api.users.update, { ...at(of.id), body: { isBlocked: true } });
      await admin.call(api.users.update, { ...at(of.id), body: { isBlocked: false } });
    },
    "a role set by an administrator and taken": async (of: Owner) => {
      await admin.call(api.users.update, { ...at(of.id), body: { roleId: Role.ScanAdmin } });
      await admin.call(api.users.update, { ...at(of.id), body: { roleId: Role.User } });
    },
    "a password set by a password-reset administrator": async (of: Owner) => {
      const set = await resetter.call(api.users.setPassword, { ...at(of.id), body: twice(next) });
      return set.data.forgottenEmail;
    },
    "a password set by an administrator who vouches for the verified one": async (of: Owner) => {
      const body = { ...twice(next), riotId: "New#1", isVerified: true, vouchedEmail: of.email };
      return (await admin.call(api.users.update, { ...at(of.id), body })).data.forgottenEmail;
    },
  };

  for (const [name, remedy] of Object.entries(remedies)) {
    test(name, async () => {
      const of = await owner();
      const thief = await intrude(of);
      const forgotten = await remedy(of);
      expect((await verify(thief.address, thief.code, thief.device)).code).toBe("auth.wrong_code");
      expect(await rowOf(of.id)).toMatchObject({ email: of.email, isVerified: true, pendingEmail: null });
      if (!/^a (block|role) set by/.test(name)) expect(forgotten).toBe(thief.address);
    });
  }

  test("a password by staff, where the address that was there was not verified either", async () => {
    const of = await owner({ isVerified: false });
    const thief = await intrude(of);
    await resetter.call(api.users.setPassword, { ...at(of.id), body: twice(next) });
    expect((await verify(thief.address, thief.code, thief.device)).code).toBe("auth.wrong_code");
    expect(await rowOf(of.id)).toMatchObject({ email: null, pendingEmail: null, isVerified: false });
  });

  test("and its code is not mailed, when the letter leaves later", async () => {
    const of = await owner();
    const { address, device } = await intrude(of);
    await changeOwn(of);
    const letter = { kind: "code", purpose: "verification", address, language: "en" } as const;
    const key = deviceHash(device["x-device"]).toString("base64url");
    const after = newAddress();
    await saha.core.database.transact((tx) => saha.core.mail.send(tx, { ...letter, device: key, userId: of.id }));
    const honest = await owner({ email: after, isVerified: false });
    await honest.call(api.auth.sendVerification, { body: { email: after } });
    await mailbox.codeTo(after);
    expect(mailbox.mails.filter(({ to }) => to === address)).toHaveLength(1);
  });
});

describe("an address that somebody else verified for a moment's session", () => {
  const byAdmin = {
    "an administrator": async ({ id }: Member) =>
      (await admin.call(api.users.setPassword, { ...at(id), body: twice(next) })).data.forgottenEmail,
    "an administrator's form, with a block that is lifted": async ({ id }: Member) => {
      await admin.call(api.users.update, { ...at(id), body: { isBlocked: true } });
      const { data } = await admin.call(api.users.update, { ...at(id), body: { isBlocked: false, ...twice(next) } });
      expect(data).toMatchObject({ email: null, isVerified: false });
      return data.forgottenEmail;
    },
  };

  for (const [name, remedy] of Object.entries(byAdmin)) {
    test(`recovers no password that was set by ${name}, and is told of it`, async () => {
      const staff = await saha.given.user({ roleId: Role.ScanAdmin, password });
      const [email, device] = [newAddress(), newDevice()];
      await staff.call(api.profiles.update, { params: { userId: staff.id }, body: { email } }, { headers: device });
      const otp = await mailbox.codeTo(email);
      expect((await staff.call(api.auth.verification, { body: { email, otp } })).status).toBe(200);
      await saha.stranger(api.auth.recoverPassword, { body: { email } }, { headers: device });
      const body = { email, otp: await mailbox.codeTo(email, 2), ...twice("a thief's good one") };
      expect(await remedy(staff)).toBe(email);
      expect((await saha.stranger(api.auth.resetPassword, { body }, { headers: device })).code).toBe("auth.wrong_code");
      expect(await rowOf(staff.id)).toMatchObject({ email: null, isVerified: false, isEmailDoubtful: false });
      expect((await mailbox.arrived(email, 3)).map(({ subject }) => subject).join()).toMatch(/كلمة مرور/);
      expect(
        (await saha.stranger(api.auth.login, { body: { identifier: staff.username, password: next } })).status,
      ).toBe(200);
    });
  }

  test("recovers a password that a password-reset administrator set: a stolen account locks nobody out", async () => {
    const of = await owner();
    const set = await resetter.call(api.users.setPassword, { ...at(of.id), body: twice("a thief's good one") });
    expect(set.data).toEqual({ id: of.id });
    expect((await resetByMail(of, 1)).status).toBe(200);
    const body = { identifier: of.email, password: next };
    expect((await saha.stranger(api.auth.login, { body })).status).toBe(200);
    expect(await rowOf(of.id)).toMatchObject({ email: of.email, isVerified: true, isEmailDoubtful: false });
  });

  test("stays with a password of one's own, and where it is the name of who can't choose it", async () => {
    const [own, named, chief] = [await owner(), await owner(), await owner()];
    expect((await changeOwn(own)).data).toEqual({});
    expect(await rowOf(own.id)).toMatchObject({ email: own.email, isVerified: true });
    const mine = newAddress();
    await set(admin.id, { email: mine, isVerified: true });
    expect((await admin.call(api.users.setPassword, { ...at(admin.id), body: twice(next) })).status).toBe(200);
    expect((await admin.call(api.users.update, { ...at(admin.id), body: twice(password) })).status).toBe(200);
    expect(await rowOf(admin.id)).toMatchObject({ email: mine, isVerified: true });
    await set(named.id, { username: named.email });
    await set(chief.id, { username: chief.email, roleId: Role.Admin });
    for (const { id } of [named, chief]) await admin.call(api.users.setPassword, { ...at(id), body: twice(next) });
    expect(await rowOf(named.id)).toMatchObject({ email: named.email, isVerified: true });
    expect(await rowOf(chief.id)).toMatchObject({ email: null, isVerified: false });
    await set(chief.id, { roleId: Role.User });
  });
});

describe("the own address", () => {
  test("is told when it is forgotten, and is verified once it was given anew", async () => {
    const of = await owner({ isVerified: false });
    expect((await changeOwn(of)).data.forgottenEmail).toBe(of.email);
    const { email, device } = of;
    const given = { params: { userId: of.id }, body: { email } };
    expect((await of.call(api.profiles.update, given, { headers: device })).data.isCodeMailed).toBe(true);
    expect((await verify(email, await mailbox.codeTo(email), device)).data.user).toMatchObject({ email });
    expect((await of.call(api.auth.endSessions)).data).toEqual({});
  });

  test("stays where it is the username, though its codes end", async () => {
    const [email, device] = [newAddress(), newDevice()];
    const options = { headers: device };
    await saha.stranger(api.auth.register, { body: { username: email, ...twice(password) } }, options);
    const code = await mailbox.codeTo(email);
    const session = await logIn(email, password, device);
    const body = { password, newPassword: next, newPasswordConfirmation: next };
    expect((await session(api.auth.changePassword, { body }, options)).data).toEqual({});
    expect((await verify(email, code, device)).code).toBe("auth.wrong_code");
    expect((await session(api.auth.me)).data).toMatchObject({ email, isVerified: false });
  });
});

describe("the devices of an account", () => {
  const knownTo = async (id: number) =>
    (await saha.query.selectFrom("knownDevices").select("deviceHash").where("userId", "=", id).execute()).map(
      (row) => row.deviceHash,
    );

  test("are forgotten when the owner sets a password, but for the own one", async () => {
    for (const remedy of [changeOwn, (of: Owner) => resetByMail(of)]) {
      const of = await owner();
      await logIn(of.username, password, of.device);
      await logIn(of.username, password, newDevice());
      await set(of.id, { registeredOn: deviceHash("another device") });
      expect((await remedy(of)).status).toBe(200);
      expect(await knownTo(of.id)).toEqual([deviceHash(of.device["x-device"])]);
      expect((await rowOf(of.id)).registeredOn).toBeNull();
    }
  });

  test("stay known when staff set one, so that nobody locks the owner out by wrong passwords", async () => {
    const of = await owner();
    await logIn(of.username, password, of.device);
    await admin.call(api.users.setPassword, { ...at(of.id), body: twice(next) });
    expect(await knownTo(of.id)).toEqual([deviceHash(of.device["x-device"])]);
  });
});

describe("who joins the staff", () => {
  const promote = (id: number, more: object = {}) =>
    admin.call(api.users.update, { ...at(id), body: { roleId: Role.Admin, ...more } });
  const demote = (id: number) => set(id, { roleId: Role.User });

  test("leaves the address that waits, its codes and the devices of before behind", async () => {
    const of = await owner({ isVerified: false });
    const thief = await intrude(of);
    expect((await promote(of.id)).data).toMatchObject({ email: null, pendingEmail: null, isVerified: false });
    expect((await verify(thief.address, thief.code, thief.device)).code).toBe("auth.wrong_code");
    const devices = saha.query.selectFrom("knownDevices").select("userId").where("userId", "=", of.id);
    expect(await devices.execute()).toEqual([]);
    await demote(of.id);
  });

  test("keeps a verified address, and one that is vouched for with the role", async () => {
    const [verified, vouched] = [await owner(), await owner({ isVerified: false })];
    expect((await promote(verified.id)).data).toMatchObject({ email: verified.email, isVerified: true });
    const { data } = await promote(vouched.id, { isVerified: true });
    expect(data).toMatchObject({ email: vouched.email, isVerified: true });
    for (const { id } of [verified, vouched]) await demote(id);
  });

  /** An administrator vouches for the address that was shown, which whoever else holds the account has changed. */
  async function vouchAfterChange(vouchedFor: (of: Owner) => object) {
    const of = await owner({ isVerified: false });
    const address = newAddress();
    await saha.query.updateTable("users").set({ email: address }).where("id", "=", of.id).execute();
    const body = { roleId: Role.BoothAdmin, isVerified: true, ...vouchedFor(of) };
    const { code } = await admin.call(api.users.update, { ...at(of.id), body });
    const row = await rowOf(of.id);
    await demote(of.id);
    return { code, isTheirs: row.email === address && row.isVerified };
  }

  test("is vouched for by no address that was changed after it was shown, with a new password or without", async () => {
    const refused = { code: "user.email_changed", isTheirs: false };
    expect(await vouchAfterChange(({ email }) => ({ vouchedEmail: email }))).toEqual(refused);
    expect(await vouchAfterChange(({ email }) => ({ vouchedEmail: email, ...twice(next) }))).toEqual(refused);
    expect(await vouchAfterChange(() => ({ vouchedEmail: null }))).toEqual(refused);
  });

  test("keeps no address that nobody named, where it gets a new password", async () => {
    expect(await vouchAfterChange(() => twice(next))).toEqual({ code: undefined, isTheirs: false });
  });

  test("would get somebody else's address with the role, did nobody name the one that was shown (broken twin)", async () => {
    expect(await vouchAfterChange(() => ({}))).toEqual({ code: undefined, isTheirs: true });
  });

  test("verifies an address while signed in, and by no code alone", async () => {
    const staff = await saha.given.user({ roleId: Role.ScanAdmin });
    const [email, device] = [newAddress(), newDevice()];
    await staff.call(api.profiles.update, { params: { userId: staff.id }, body: { email } }, { headers: device });
    const code = await mailbox.codeTo(email);
    const { refusal } = await verify(email, code, device);
    expect(refusal).toMatchObject({
      code: "auth.sign_in_to_verify",
      message: "This is a staff account: sign in first, then type the code in your profile",
      issues: [{ field: "otp" }],
    });
    expect((await rowOf(staff.id)).isVerified).toBe(false);
    const answer = await staff.call(api.auth.verification, { body: { email, otp: code } });
    expect(answer.data.user).toMatchObject({ email, isVerified: true });
  });

  /**
   * An account whose password the password-reset administrator set, and who has verified an own address there since.
   */
  async function takenOver(of: Owner) {
    await resetter.call(api.users.setPassword, { ...at(of.id), body: twice(next) });
    const thief = await intrude(of, next);
    expect((await verify(thief.address, thief.code, thief.device)).status).toBe(200);
    return thief;
  }

  test("loses an address that a password-reset administrator may have verified", async () => {
    const of = await owner({ email: null, isVerified: false });
    await takenOver(of);
    expect((await promote(of.id)).code).toBe("user.new_password_needed");
    const promoted = await promote(of.id, twice("yet another good one"));
    expect(promoted.data).toMatchObject({ email: null, isVerified: false });
    await demote(of.id);
  });

  test("needs a new password also after one that was reset through such an address", async () => {
    const of = await owner({ email: null, isVerified: false });
    const { address, device } = await takenOver(of);
    expect((await resetByMail({ email: address, device }, 1)).status).toBe(200);
    expect((await promote(of.id)).code).toBe("user.new_password_needed");
  });

  test("needs none after a reset through an address that was verified before", async () => {
    const of = await owner();
    await resetter.call(api.users.setPassword, { ...at(of.id), body: twice("yet another good one") });
    expect((await resetByMail(of, 1)).status).toBe(200);
    expect((await promote(of.id)).data).toMatchObject({ email: of.email, isVerified: true });
    await demote(of.id);
  });
});

describe("a reset of the owner and a verification of somebody else at once", () => {
  /** Both codes typed, in the hands of whoever is to write them down. */
  async function bothTyped() {
    const of = await owner();
    const thief = await intrude(of);
    await mailbox.arrived(of.email);
    await saha.stranger(api.auth.recoverPassword, { body: { email: of.email } }, { headers: of.device });
    const read = async (address: string, purpose: "verification" | "recovery", code: string, device: Device) => {
      const typed = { address, purpose, code, deviceHash: deviceHash(device["x-device"]) };
      const right = await guessCode(saha.core.database, saha.core.keys.oneTimeCode, typed);
      if (!right || right === "elsewhere") throw new Error("a right guess was not heard");
      return { ...right, address };
    };
    const recovery = await read(of.email, "recovery", await mailbox.codeTo(of.email, 2), of.device);
    const verification = await read(thief.address, "verification", thief.code, thief.device);
    const { database, sessions } = saha.core;
    const facts = { ...recovery, passwordHash: "hash", device: of.device["x-device"] };
    return {
      ...of,
      wanted: thief.address,
      reset: () => database.transact((tx) => resetPassword(tx, sessions, facts)),
      verify: () => database.transact((tx) => verifyEmail(tx, verification)),
    };
  }

  test("let one of them through, whichever is first", async () => {
    const all = await Promise.all(Array.from({ length: 4 }, bothTyped));
    const outcomes = await Promise.all(
      all.map(({ reset, verify }, n) => Promise.allSettled(n % 2 ? [reset(), verify()] : [verify(), reset()])),
    );
    for (const both of outcomes) {
      expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    }
  });

  test("both go through in the broken twin, which keeps the address that waits and its code", async () => {
    const { id, wanted, reset, verify } = await bothTyped();
    const codes = await saha.query.selectFrom("oneTimeCodes").selectAll().where("userId", "=", id).execute();
    await reset();
    await set(id, { pendingEmail: wanted });
    const unused = codes.filter(({ usedAt }) => usedAt === null).map((code) => code.id);
    await saha.query.updateTable("oneTimeCodes").set({ usedAt: null }).where("id", "in", unused).execute();
    await verify();
    expect(await rowOf(id)).toMatchObject({ email: wanted, isVerified: true });
  });
});
