import { api, Role, roles } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { sessionHeaders } from "../../test/caller.ts";
import type { Member } from "../../test/given.ts";
import { openServer } from "../../test/harness.ts";
import { openMailbox } from "../../test/mailbox.ts";
import { buildApp } from "../app.ts";
import { openAccountQuotas } from "../limits/quota.ts";

const mailbox = await openMailbox();
const saha = await openServer({ config: { smtpUrl: mailbox.url } });
afterAll(async () => {
  await saha.close();
  await mailbox.close();
});
const { given, query } = saha;
let count = 0;
const newAddress = () => `profile${++count}@mail.example`;
const of = (id: number) => ({ params: { userId: String(id) } });
const change = (by: Member, body: Record<string, string>, id = by.id) =>
  by.call(api.profiles.update, { ...of(id), body }, { language: "en" });
const verify = (email: string, otp: string) => saha.stranger(api.auth.verification, { body: { email, otp } });

async function verified(): Promise<Member & { email: string }> {
  const member = await given.user();
  const email = newAddress();
  await query.updateTable("users").set({ email, isVerified: true }).where("id", "=", member.id).execute();
  return { ...member, email };
}

describe("who sees a person's page", () => {
  const readers: Role[] = [1, 2, 3, 4, 6, 7, 8];
  test.each(roles)("role %i", async (roleId) => {
    const [reader, other] = [await given.user({ roleId }), await given.user()];
    expect((await reader.call(api.profiles.get, of(reader.id))).data).toMatchObject({
      id: reader.id,
      entries: [],
      total: 0,
    });
    const answer = await reader.call(api.profiles.get, of(other.id));
    expect(answer.code).toBe(readers.includes(roleId) ? undefined : "user.not_found");
    if (!answer.code) {
      const isWhole = roleId === Role.Admin;
      const shown = ["avatar", "entries", "id", "name", "riotId", "total", "username"];
      expect("email" in answer.data).toBe(isWhole);
      if (!isWhole) expect(Object.keys(answer.data).sort()).toEqual(shown);
    }
    const write = await change(reader, { name: "changed" }, other.id);
    expect(write.code).toBe(roleId === Role.Admin ? undefined : "user.not_found");
  });
});

test("an address that waited while its session was ended is not written", async () => {
  /** The answer to a change that waited for the row, and what the row has then. */
  async function changeWhile(meanwhile: (tx: typeof saha.owner, member: Member) => Promise<unknown>) {
    const member = await given.user();
    const email = newAddress();
    const { sent } = await saha.owner.transaction().execute(async (tx) => {
      await sql`select from users where id = ${member.id} for update`.execute(tx);
      const sent = change(member, { email });
      const waiting = sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting.execute(saha.owner)).rows.length, { timeout: 10_000 }).toBe(1);
      await meanwhile(tx, member);
      return { sent };
    });
    const { status } = await sent;
    const row = await query.selectFrom("users").select("email").where("id", "=", member.id).executeTakeFirstOrThrow();
    return { status, isWritten: row.email === email };
  }
  const end = (tx: typeof saha.owner, { id }: Member) =>
    sql`update sessions set revoked_at = now() where user_id = ${id}`.execute(tx);
  expect(await changeWhile(end)).toEqual({ status: 401, isWritten: false });
  expect(await changeWhile(async () => {})).toEqual({ status: 200, isWritten: true });
});

test("a profile is changed sixty times an hour, no more", async () => {
  const member = await given.user();
  for (let n = 0; n < 60; n++) expect((await change(member, { name: `name ${n}` })).status).toBe(200);
  const more = await change(member, { name: "once more" });
  expect(more.code).toBe("request.too_many");
  expect(Number(more.headers["retry-after"])).toBeGreaterThan(3000);
  expect((await change(await given.user(), { name: "another" })).status).toBe(200);
});

describe("a verified email that is changed", () => {
  const password = "a long good one";
  async function signedInLongAgo(minutes: number) {
    const member = await given.user({ password });
    const email = newAddress();
    await query.updateTable("users").set({ email, isVerified: true }).where("id", "=", member.id).execute();
    const createdAt = new Date(Date.now() - minutes * 60_000);
    await query.updateTable("sessions").set({ createdAt }).where("id", "=", member.sessionId).execute();
    return { ...member, email };
  }

  test("needs the password where the session signed in more than 15 minutes ago", async () => {
    const member = await signedInLongAgo(16);
    const without = await change(member, { email: newAddress() });
    expect([without.status, without.code]).toEqual([422, "auth.password_needed"]);
    expect(without.refusal?.issues).toEqual([
      { field: "password", message: "You signed in a while ago; type your password to change your email" },
    ]);
    const wrong = await change(member, { email: newAddress(), password: "no" });
    expect([wrong.status, wrong.code, wrong.refusal?.issues?.[0]?.field]).toEqual([
      422,
      "auth.wrong_password",
      "password",
    ]);
    expect((await member.call(api.auth.me)).data.pendingEmail).toBeNull();
    const address = newAddress();
    expect((await change(member, { email: address, password })).data.pendingEmail).toBe(address);
  });

  test("can't be taken by guessing", async () => {
    const member = await signedInLongAgo(16);
    const guess = () => change(member, { email: newAddress(), password: "not this one" });
    for (let n = 0; n < 10; n++) expect((await guess()).code).toBe("auth.wrong_password");
    expect((await change(member, { email: newAddress(), password })).code).toBe("auth.too_many_attempts");
  });

  test("needs none within 15 minutes, nor does anything else ever", async () => {
    const fresh = await signedInLongAgo(14);
    expect((await change(fresh, { email: newAddress() })).status).toBe(200);
    const old = await signedInLongAgo(60);
    expect((await change(old, { name: "ريم", email: old.email.toUpperCase() })).status).toBe(200);
    await query.updateTable("users").set({ isVerified: false }).where("id", "=", old.id).execute();
    expect((await change(old, { email: newAddress() })).status).toBe(200);
  });
});

test("name and Riot ID change, an empty Riot ID goes, the rest stays", async () => {
  const member = await given.user();
  await change(member, { name: " نورة ", riotId: "Noura#KSA1" });
  expect((await change(member, { name: "ريم" })).data).toMatchObject({ name: "ريم", riotId: "Noura#KSA1" });
  expect((await change(member, { riotId: "" })).data).toMatchObject({ name: "ريم", riotId: null });
  for (const [field, value] of [
    ["name", " "],
    ["name", "x".repeat(81)],
    ["name", "ab\u202Ecd"],
    ["name", "\uD800a"],
    ["email", "not one"],
    ["riotId", "x".repeat(61)],
  ] as const) {
    expect((await change(member, { [field]: value })).refusal?.issues?.[0]?.field).toBe(field);
  }
});

describe("a new email", () => {
  test("of an account without a verified one is set, and gets a code", async () => {
    const member = await given.user();
    const email = newAddress();
    const made = { email, pendingEmail: null, isVerified: false };
    expect((await change(member, { email })).data).toMatchObject({ ...made, isCodeMailed: true });
    expect((await change(member, { email, name: "x" })).data).not.toHaveProperty("isCodeMailed");
    expect((await change(await given.user(), { email })).data).toMatchObject({ ...made, isCodeMailed: false });
    const [mail] = await mailbox.arrived(email);
    expect(mail?.text).toContain(member.username);
    expect((await verify(email, mail?.code ?? "")).data.user).toMatchObject({ id: member.id, email, isVerified: true });
  });

  test("of a verified account waits for its code; the old one stays in force and is told", async () => {
    const member = await verified();
    const email = newAddress();
    const asked = await change(member, { email });
    expect(asked.data).toMatchObject({ email: member.email, pendingEmail: email, isVerified: true });
    const [told] = await mailbox.arrived(member.email);
    expect(told?.code).toBeUndefined();
    expect(told?.text).toContain(email);
    const code = await mailbox.codeTo(email);
    expect((await verify(member.email, code)).code).toBe("auth.wrong_code");
    expect((await verify(email, code)).data.user).toMatchObject({ email, pendingEmail: null, isVerified: true });
    await saha.stranger(api.auth.recoverPassword, { body: { email: member.email } });
    await saha.stranger(api.auth.recoverPassword, { body: { email } });
    await mailbox.arrived(email, 2);
    expect(mailbox.mails.filter(({ to }) => to === member.email)).toHaveLength(1);
  });

  test("typed to and fro tells the old address five times an hour, not each time", async () => {
    const member = await verified();
    const [one, other] = [newAddress(), newAddress()];
    for (let n = 0; n < 12; n++) expect((await change(member, { email: n % 2 ? one : other })).status).toBe(200);
    await mailbox.arrived(member.email, 5);
    // Letters that wait leave in their order: this one is behind whatever else was told.
    const last = await verified();
    await change(last, { email: newAddress() });
    await mailbox.arrived(last.email);
    expect(mailbox.mails.filter(({ to }) => to === member.email)).toHaveLength(5);
  });

  test("typed again mails nothing again; the verified one typed takes the change back", async () => {
    const member = await verified();
    const email = newAddress();
    await change(member, { email });
    await mailbox.arrived(email);
    await change(member, { email: email.toUpperCase(), name: "x y" });
    expect((await change(member, { email: member.email.toUpperCase() })).data).toMatchObject({
      email: member.email,
      pendingEmail: null,
      isVerified: true,
    });
    const code = mailbox.mails.find(({ to }) => to === email)?.code ?? "";
    expect((await verify(email, code)).code).toBe("auth.wrong_code");
    expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test("that another has verified is not told from one that nobody has, but in a mail to it", async () => {
    const [member, owner] = [await given.user(), await verified()];
    const answer = await change(member, { email: owner.email });
    expect(answer.data).toMatchObject({ email: owner.email, isVerified: false });
    const [mail] = await mailbox.arrived(owner.email);
    expect(mail?.code).toBeUndefined();
    expect(mail?.text).toContain(member.username);
    expect(
      (await query.selectFrom("users").select("isVerified").where("id", "=", owner.id).executeTakeFirst())?.isVerified,
    ).toBe(true);
  });

  test("a code asked for by a member is the member's own, whoever else waits for the address", async () => {
    const [member, rival] = [await given.user(), await given.user()];
    const email = newAddress();
    await query.updateTable("users").set({ email }).where("id", "in", [member.id, rival.id]).execute();
    await member.call(api.auth.sendVerification, { body: { email } });
    const code = await mailbox.codeTo(email);
    expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1);
    expect((await verify(email, code)).data.user.id).toBe(member.id);
  });
});

describe("devices", () => {
  test("are listed with this one marked; one is signed out, others' are unknown", async () => {
    const member = await given.user();
    const [other, stranger] = [await given.signIn(member), await given.user()];
    const { data } = await member.call(api.auth.sessions);
    expect(data.map(({ id, isCurrent }) => [id, isCurrent]).sort()).toEqual(
      [
        [member.sessionId, true],
        [other.sessionId, false],
      ].sort(),
    );
    expect(data[0]?.ip).toBe("127.0.0.1");
    const end = (by: Member, id: number) => by.call(api.auth.endSession, { params: { id: String(id) } });
    expect((await end(stranger, other.sessionId)).code).toBe("auth.session_not_found");
    expect((await end(member, other.sessionId)).data).toEqual({ id: other.sessionId });
    expect((await end(member, other.sessionId)).code).toBe("auth.session_not_found");
    expect((await member.call(api.auth.sessions)).data).toHaveLength(1);
    expect((await member.call(api.auth.endSessions)).data).toEqual({});
    expect((await member.call(api.auth.me)).status).toBe(401);
  });

  test("signed in by login bear their address and browser", async () => {
    const password = "a long good one";
    const member = await given.user({ password });
    const headers = { "user-agent": "Phone of Noura" };
    await saha.stranger(api.auth.login, { body: { identifier: member.username, password } }, { headers });
    const { data } = await member.call(api.auth.sessions);
    expect(data.map(({ userAgent }) => userAgent)).toContain("Phone of Noura");
  });
});

describe("the own password", () => {
  const password = "a long good one";
  const next = "another good one";
  const put = (by: Member, old: string, typed = next, again = typed) =>
    by.call(
      api.auth.changePassword,
      { body: { password: old, newPassword: typed, newPasswordConfirmation: again } },
      { language: "en" },
    );

  test("changes by the old one", async () => {
    const member = await given.user({ password });
    expect((await put(member, password)).data).toEqual({});
    expect((await put(member, password)).refusal).toMatchObject({
      code: "auth.wrong_password",
      issues: [{ field: "password" }],
    });
    expect((await put(member, next, password)).status).toBe(200);
  });

  test("says what the specification says", async () => {
    const member = await given.user({ password });
    const said = async (typed: string, again?: string) => (await put(member, password, typed, again)).refusal?.issues;
    expect(await said("", "x")).toContainEqual({ field: "newPassword", message: "Password is required" });
    expect(await said("five5")).toEqual([
      { field: "newPassword", message: "Password have to be at least 6 characters long" },
    ]);
    expect(await said("seven77")).toEqual([
      { field: "newPassword", message: "Password must be at least 8 characters long" },
    ]);
    expect(await said(next, "")).toContainEqual({
      field: "newPasswordConfirmation",
      message: "Repeat password is required",
    });
    expect(await said(next, password)).toEqual([
      { field: "newPasswordConfirmation", message: "Passwords do not match" },
    ]);
    expect((await put(member, password, "iloveyou")).refusal).toMatchObject({
      code: "auth.common_password",
      issues: [{ field: "newPassword" }],
    });
  });

  test("can't be guessed with a stolen session, and guessing does not lock the owner out of signing in", async () => {
    const member = await given.user({ password });
    for (let n = 0; n < 10; n++) expect((await put(member, "not this one")).code).toBe("auth.wrong_password");
    expect((await put(member, password)).code).toBe("auth.too_many_attempts");
    const body = { identifier: member.username, password };
    expect((await saha.stranger(api.auth.login, { body })).status).toBe(200);
  });

  test("is kept from the owner by no stolen session, however often that tries", async () => {
    const thief = await given.user({ password });
    const owner = await given.signIn(thief);
    for (let n = 0; n < 40; n++) await put(thief, "not this one");
    expect((await put(thief, password)).code).toBe("request.too_many");
    expect((await put(owner, password)).status).toBe(200);
  });
});

describe("what a thief spent with a stolen session", async () => {
  const [password, next] = ["a long good one", "another good one"];
  const counted: string[] = [];
  const few: typeof saha.core.openQuota = (options) => {
    counted.push(options.name);
    // An address is mailed five times an hour.
    return saha.core.openQuota({ ...options, name: `few ${options.name}`, points: options.name === "profile" ? 6 : 1 });
  };
  const accountQuotas = openAccountQuotas(few, [saha.core.limits.codes]);
  const app = await buildApp({ ...saha.core, accountQuotas });
  afterAll(() => app.close());

  async function ask(by: Partial<Member>, method: "POST" | "PUT" | "DELETE", path: string, payload?: object) {
    const headers = { ...sessionHeaders(by), "x-device": `device-of-${by.sessionId ?? "a-stranger"}` };
    const answer = await app.inject({ method, url: `/api/${path}`, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, data: answer.json().data };
  }

  // One ticket a day is held.
  let days = 0;
  const newDay = () => new Date(Date.UTC(2027, 0, ++days)).toISOString().slice(0, 10);

  /** Says what came of one use of each quota. */
  async function useAll(by: Member): Promise<unknown[]> {
    const game = await given.game();
    const held = await given.purchase({ userId: by.id, ticketId: (await given.ticket({ day: newDay() })).id });
    const profile = await ask(by, "PUT", `profile/${by.id}`, { email: newAddress() });
    const others = [
      await ask(by, "DELETE", `ticket-purchase/${held.id}`),
      await ask(by, "POST", "ticket-purchase", { ticketId: (await given.ticket({ day: newDay() })).id }),
      await ask(by, "POST", "ticket-purchase/with-invitation-code", { invitationCode: "ABCDEFGHJKMN" }),
      await ask(by, "POST", "queue", { gameId: game.id }),
      await ask(by, "DELETE", "queue/2147483647"),
      await ask(by, "POST", "queue/2147483647/answer", { answer: "coming" }),
      await ask(by, "POST", "user-poll", { userId: by.id, pollId: 2_147_483_647 }),
    ];
    const statuses = [profile, ...others].map(({ status }) => status);
    return [profile.data?.isCodeMailed, ...statuses];
  }
  const free = [true, 200, 200, 201, 422, 201, 404, 404, 404];
  const spent = [undefined, 429, 429, 429, 429, 429, 429, 429, 429];

  async function robbed() {
    const email = newAddress();
    const owner = await given.user({ password });
    await query.updateTable("users").set({ email, isVerified: true }).where("id", "=", owner.id).execute();
    const thief = await given.signIn(owner);
    await spendAll(thief);
    return { ...owner, email };
  }
  async function spendAll(thief: Member) {
    for (let n = 0; n < 6; n++) await ask(thief, "PUT", `profile/${thief.id}`, { email: newAddress() });
    await useAll(thief);
    expect(await useAll(thief)).toEqual(spent);
  }

  const changes = (by: Member, from: string, to: string) =>
    ask(by, "POST", "auth/change-password", { password: from, newPassword: to, newPasswordConfirmation: to });
  const endsAll = (by: Member) => ask(by, "DELETE", "auth/sessions");
  async function staffSet(by: Member) {
    const staff = await given.user({ roleId: Role.PasswordResetAdmin });
    return ask(staff, "PUT", `user/${by.id}/password`, { password: next, password_confirmation: next });
  }
  async function resets({ email }: { email: string }) {
    await ask({}, "POST", "auth/recover-password", { email });
    // Five told of the addresses that the thief set.
    const otp = (await mailbox.arrived(email, 6)).find(({ code }) => code !== undefined)?.code;
    return ask({}, "POST", "auth/reset-password", { email, otp, password: next, password_confirmation: next });
  }

  test.each<[string, (owner: Member & { email: string }) => Promise<{ status: number }>]>([
    ["who changes the password", (owner) => changes(owner, password, next)],
    ["who ends all sessions", endsAll],
    ["who sets a new password by mail", resets],
    ["whose password staff set", staffSet],
  ])("keeps no owner waiting %s", async (_who, remedy) => {
    const owner = await robbed();
    expect((await remedy(owner)).status).toBe(200);
    expect(await useAll(await given.signIn(owner))).toEqual(free);
  });

  test("is forgotten once an hour for the owner, so that nobody lifts the own limits; for staff always", async () => {
    const owner = await robbed();
    expect((await changes(owner, password, next)).status).toBe(200);
    await spendAll(owner);
    for (const remedy of [() => changes(owner, next, password), () => resets(owner), () => endsAll(owner)]) {
      expect((await remedy()).status).toBe(200);
      expect(await useAll(await given.signIn(owner))).toEqual(spent);
      Object.assign(owner, await given.signIn(owner));
    }
    expect((await staffSet(owner)).status).toBe(200);
    expect(await useAll(await given.signIn(owner))).toEqual(free);
    // By session, so that its number is no account's.
    expect(counted).not.toContain("change-password");
  });
});

test("a picture goes in by a form, is shown by its path, and leaves with the account", async () => {
  const member = await given.user();
  const boundary = "part";
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="red"/></svg>';
  const body = [
    `--${boundary}`,
    'content-disposition: form-data; name="name"',
    "",
    "نورة",
    `--${boundary}`,
    'content-disposition: form-data; name="avatar"; filename="avatar.svg"',
    "content-type: image/svg+xml",
    "",
    svg,
    `--${boundary}--`,
    "",
  ].join("\r\n");
  const headers = { ...sessionHeaders(member), "content-type": `multipart/form-data; boundary=${boundary}` };
  const answer = await saha.send("PUT", `/api/profile/${member.id}`, { headers, body });
  const { name, avatar } = JSON.parse(answer.text).data as { name: string; avatar: string };
  expect([answer.status, name]).toEqual([200, "نورة"]);
  expect((await saha.send("GET", avatar)).status).toBe(200);
  const admin = await given.user({ roleId: Role.Admin });
  await given.user({ roleId: Role.Admin });
  await admin.call(api.users.remove, { params: { id: String(member.id) } });
  expect((await saha.send("GET", avatar)).status).toBe(404);
});
