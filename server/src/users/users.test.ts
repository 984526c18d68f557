import { setTimeout as sleep } from "node:timers/promises";
import { api, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { sessionHeaders } from "../../test/caller.ts";
import type { Member } from "../../test/given.ts";
import { openServer } from "../../test/harness.ts";
import { brokenLaws } from "../../test/laws.ts";
import { openMailbox } from "../../test/mailbox.ts";
import { buildApp } from "../app.ts";
import { signIn } from "../auth/sign-in.ts";
import { openStaffQuotas } from "../limits/quota.ts";
import { cancelTickets } from "../tickets/cancel-tickets.ts";

const mailbox = await openMailbox();
const saha = await openServer({ config: { smtpUrl: mailbox.url } });
afterAll(async () => {
  await saha.close();
  await mailbox.close();
});
const { given, query } = saha;
const { database } = saha.core;
const admin = await given.user({ roleId: Role.Admin, username: "first-admin" });

const password = "a long good one";
const passwords = (typed = password) => ({ password: typed, password_confirmation: typed });
const at = (id: number) => ({ params: { id: String(id) } });
const logIn = (identifier: string, typed: string) =>
  saha.stranger(api.auth.login, { body: { identifier, password: typed } });
const rowOf = (id: number) => query.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
const update = (by: Member, id: number, body: Record<string, unknown>) =>
  by.call(api.users.update, { ...at(id), body });

describe("an administrator", () => {
  test("adds accounts of any role, which can sign in", async () => {
    for (const roleId of Object.values(Role)) {
      const username = `made-${roleId}`;
      const body = { username, riotId: "Made#1", roleId, ...passwords() };
      const made = await admin.call(api.users.create, { body });
      expect(made.data).toMatchObject({ username, riotId: "Made#1", roleId, isBlocked: false, isVerified: false });
      expect((await logIn(username, password)).data.user.roleId).toBe(roleId);
    }
    // Their number must not hold up the laws of the last one.
    await query.updateTable("users").set({ roleId: Role.User }).where("username", "=", "made-1").execute();
  });

  test("is told at the field what is wrong", async () => {
    await given.user({ username: "أحمد" });
    const refusals: [Record<string, unknown>, string, string][] = [
      [{ username: "أحـــمد" }, "user.username_taken", "username"],
      [{ username: "no" }, "request.invalid", "username"],
      [{ username: "a b" }, "request.invalid", "username"],
      [{ username: "x\u202Eyz" }, "request.invalid", "username"],
      [{ username: "x".repeat(10_000) }, "request.invalid", "username"],
      [{ roleId: 10 }, "request.invalid", "roleId"],
      [{ roleId: "1" }, "request.invalid", "roleId"],
      [passwords("12345678"), "auth.common_password", "password"],
      [{ password_confirmation: "another good one" }, "request.invalid", "password_confirmation"],
    ];
    for (const [change, code, field] of refusals) {
      const body = { username: "fine", roleId: Role.User, ...passwords(), ...change };
      const answer = await admin.call(api.users.create, { body: body as never });
      expect([answer.code, answer.refusal?.issues?.map((issue) => issue.field)], field).toEqual([code, [field]]);
      expect(answer.refusal?.message).toMatch(/[\u0600-\u06FF]/);
    }
  });

  test("gives nobody a name that looks like another's, new or changed; the own one may be written otherwise", async () => {
    const make = (username: string) =>
      admin.call(api.users.create, { body: { username, roleId: Role.User, ...passwords() } });
    const first = await make("look-l");
    expect((await make("look-1")).code).toBe("user.username_imitates");
    const other = await make("other-look");
    const refused = await update(admin, other.data.id, { username: "look-1" });
    expect([refused.code, refused.refusal?.issues?.[0]?.field]).toEqual(["user.username_imitates", "username"]);
    expect((await update(admin, first.data.id, { username: "look-1" })).data.username).toBe("look-1");
    await admin.call(api.users.remove, at(first.data.id));
    expect((await update(admin, other.data.id, { username: "look-I" })).status).toBe(200);
  });

  test("changes an account; what is missing stays, and no session ends for it", async () => {
    const member = await given.user();
    await query.updateTable("users").set({ name: "نورة", riotId: "N#1" }).where("id", "=", member.id).execute();
    const renamed = await update(admin, member.id, { username: "renamed" });
    expect(renamed.data).toMatchObject({ username: "renamed", name: "نورة", riotId: "N#1", roleId: Role.User });
    expect((await update(admin, member.id, { riotId: "" })).data.riotId).toBeNull();
    expect((await update(admin, member.id, { roleId: Role.User, isBlocked: false })).status).toBe(200);
    expect((await member.call(api.auth.me)).data.username).toBe("renamed");
    expect((await update(admin, member.id, { username: "first-ADMIN" })).code).toBe("user.username_taken");
    expect((await update(admin, 999_999, {})).code).toBe("user.not_found");
  });

  test("blocks and unblocks", async () => {
    const member = await given.user({ password });
    await update(admin, member.id, { isBlocked: true });
    expect((await logIn(member.username, password)).code).toBe("auth.blocked");
    await update(admin, member.id, { isBlocked: false });
    expect((await logIn(member.username, password)).status).toBe(200);
  });

  test("verifies an address, which claims it; one that another has verified is refused", async () => {
    const [owner, squatter, late] = [await given.user(), await given.user(), await given.user()];
    const email = "shared@mail.example";
    const ids = [owner.id, squatter.id];
    await query.updateTable("users").set({ email }).where("id", "in", ids).execute();
    expect((await update(admin, owner.id, { isVerified: true })).data).toMatchObject({ email, isVerified: true });
    expect((await rowOf(squatter.id))?.email).toBeNull();
    await query.updateTable("users").set({ email: "Shared@mail.example" }).where("id", "=", late.id).execute();
    expect((await update(admin, late.id, { isVerified: true })).code).toBe("user.email_taken");
    expect((await update(admin, owner.id, { isVerified: false })).data).toMatchObject({ email, isVerified: false });
  });

  test("sets a password, whose owner is told by mail; own ones keep this device", async () => {
    const member = await given.user();
    const email = "owner@mail.example";
    await query.updateTable("users").set({ email, isVerified: true }).where("id", "=", member.id).execute();
    const set = await admin.call(api.users.setPassword, { ...at(member.id), body: passwords() }, { language: "en" });
    expect(set.data).toEqual({ id: member.id, forgottenEmail: email });
    expect((await mailbox.arrived(email))[0]?.subject).toBe("The password of your Saha account has changed");
    // The password took the address away; its owner has verified it anew.
    await query.updateTable("users").set({ email, isVerified: true }).where("id", "=", member.id).execute();
    await update(admin, member.id, passwords("another good one"));
    expect((await logIn(member.username, "another good one")).status).toBe(200);
    await mailbox.arrived(email, 2);
    expect((await admin.call(api.users.setPassword, { ...at(admin.id), body: passwords() })).status).toBe(200);
    expect((await admin.call(api.auth.me)).status).toBe(200);
    const common = await admin.call(api.users.setPassword, { ...at(member.id), body: passwords("Password1") });
    expect(common.refusal?.issues?.[0]?.field).toBe("password");
    expect((await admin.call(api.users.setPassword, { ...at(999_999), body: passwords() })).code).toBe(
      "user.not_found",
    );
  });
});

test("of six passwords in an hour an owner is told five times; all are set", async () => {
  const member = await given.user();
  const [email, last] = ["told@mail.example", await given.user()];
  const verify = (id: number, address: string) =>
    query.updateTable("users").set({ email: address, isVerified: true }).where("id", "=", id).execute();
  for (let n = 0; n < 6; n++) {
    await verify(member.id, email);
    await admin.call(api.users.setPassword, { ...at(member.id), body: passwords(`${password} ${n}`) });
  }
  expect((await logIn(member.username, `${password} 5`)).status).toBe(200);
  // What was queued after has come: nothing of the sixth is on its way.
  await verify(last.id, "last@mail.example");
  await admin.call(api.users.setPassword, { ...at(last.id), body: passwords() });
  await mailbox.arrived("last@mail.example");
  expect(await mailbox.arrived(email, 5)).toHaveLength(5);
});

test("a password-reset administrator sets 300 passwords an hour on a device; an administrator as many as are asked for", async () => {
  const points: number[] = [];
  const openQuota: typeof saha.core.openQuota = (options) => {
    if (options.name !== "passwords-session") return saha.core.openQuota(options);
    points.push(options.points);
    return saha.core.openQuota({ ...options, name: "few passwords", points: 2 });
  };
  const app = await buildApp({ ...saha.core, staffQuotas: openStaffQuotas(openQuota) });
  expect(points).toEqual([300]);
  const [reset, member] = [await given.user({ roleId: Role.PasswordResetAdmin }), await given.user()];
  const set = async (by: Member, id = member.id) => {
    const request = { method: "PUT", url: `/api/user/${id}/password`, headers: sessionHeaders(by) } as const;
    const answer = await app.inject({ ...request, payload: passwords() });
    return answer.statusCode === 200 ? 200 : answer.json().code;
  };
  const answers = [await set(reset, admin.id), await set(reset), await set(reset), await set(reset)];
  expect(answers).toEqual(["user.password_protected", 200, 200, "request.too_many"]);
  for (let n = 0; n < 3; n++) expect(await set(admin)).toBe(200);
  await app.close();
});

test("a password-reset administrator sets passwords of all but administrators and their own kind", async () => {
  const reset = await given.user({ roleId: Role.PasswordResetAdmin });
  for (const roleId of Object.values(Role)) {
    const { id } = await given.user({ roleId });
    const isProtected = roleId === Role.Admin || roleId === Role.PasswordResetAdmin;
    const answer = await reset.call(api.users.setPassword, { ...at(id), body: passwords() });
    expect(answer.code, String(roleId)).toBe(isProtected ? "user.password_protected" : undefined);
    if (roleId === Role.Admin)
      await query.updateTable("users").set({ roleId: Role.User }).where("id", "=", id).execute();
  }
  const own = await reset.call(api.users.setPassword, { ...at(reset.id), body: passwords() });
  expect(own.code).toBe("user.password_protected");
  // Before the password is judged and hashed, which others wait for.
  const judged = await reset.call(api.users.setPassword, { ...at(reset.id), body: passwords("abcdefghijkl") });
  expect(judged.code).toBe("user.password_protected");
  expect((await reset.call(api.users.list)).data.length).toBeGreaterThan(5);
});

describe("the last active administrator", () => {
  test.each([{ roleId: Role.User }, { isBlocked: true }, "deletion"] as const)("is safe from %j", async (how) => {
    const answer =
      how === "deletion" ? await admin.call(api.users.remove, at(admin.id)) : await update(admin, admin.id, how);
    expect(answer.code).toBe("user.last_admin");
    expect((await admin.call(api.auth.me)).status).toBe(200);
  });

  test("is whoever is not blocked or gone", async () => {
    const blocked = await given.user({ roleId: Role.Admin, isBlocked: true });
    expect((await update(admin, admin.id, { isBlocked: true })).code).toBe("user.last_admin");
    expect((await admin.call(api.users.remove, at(blocked.id))).status).toBe(200);
  });

  test.each([{ roleId: Role.User }, { isBlocked: true }, "deletion"] as const)(
    "remains when two take each other away by %j",
    async (how) => {
      const server = await openServer();
      for (let round = 0; round < 8; round++) {
        await server.query.updateTable("users").set({ roleId: Role.User }).execute();
        const [one, two] = [
          await server.given.user({ roleId: Role.Admin }),
          await server.given.user({ roleId: Role.Admin }),
        ];
        const take = (by: Member, id: number) =>
          how === "deletion" ? by.call(api.users.remove, at(id)) : by.call(api.users.update, { ...at(id), body: how });
        const codes = (await Promise.all([take(one, two.id), take(two, one.id)])).map(({ code }) => code);
        const left = await server.query
          .selectFrom("users")
          .select("id")
          .where("roleId", "=", Role.Admin)
          .where("isBlocked", "=", false)
          .where("deletedAt", "is", null)
          .execute();
        expect(left).toHaveLength(1);
        // Who came second was refused, or was signed out before being heard.
        expect(codes.filter((code) => code === undefined)).toHaveLength(1);
      }
      await server.close();
    },
  );
});

describe("deleting", () => {
  test("an account without history leaves no row", async () => {
    const member = await given.user();
    expect((await admin.call(api.users.remove, at(member.id))).data).toEqual({ id: member.id });
    expect(await rowOf(member.id)).toBeUndefined();
    expect((await admin.call(api.users.remove, at(member.id))).code).toBe("user.not_found");
  });

  test("an account with tickets keeps their history without the person, and gives the places back", async () => {
    const member = await given.user({ username: "person-to-go", password });
    const tickets = [await given.ticket({ quantity: 1 }), await given.ticket({ day: "2026-10-21" })];
    const held = await Promise.all(tickets.map(({ id }) => given.purchase({ userId: member.id, ticketId: id })));
    await query
      .updateTable("users")
      .set({ name: "نورة", email: "gone@mail.example", riotId: "Gone#1", isVerified: true })
      .where("id", "=", member.id)
      .execute();
    expect((await admin.call(api.users.remove, at(member.id))).status).toBe(200);
    const row = await rowOf(member.id);
    expect(row).toMatchObject({ username: `#${member.id}`, name: null, email: null, riotId: null, passwordHash: "" });
    expect(JSON.stringify(row)).not.toMatch(/person-to-go|نورة|gone@|Gone#/);
    const after = await query
      .selectFrom("purchases")
      .select("status")
      .where(
        "id",
        "in",
        held.map(({ id }) => id),
      )
      .execute();
    expect(after).toEqual([{ status: "INACTIVE" }, { status: "INACTIVE" }]);
    expect(await brokenLaws(query)).toEqual([]);
    expect((await logIn("person-to-go", password)).code).toBe("auth.wrong_credentials");
    expect((await admin.call(api.users.list)).data.map(({ id }) => id)).not.toContain(member.id);
    expect((await admin.call(api.profiles.get, { params: { userId: String(member.id) } })).code).toBe("user.not_found");
    expect((await update(admin, member.id, { isBlocked: true })).code).toBe("user.not_found");
    // The name is free again.
    const body = { username: "person-to-go", roleId: Role.User, ...passwords() };
    expect((await admin.call(api.users.create, { body })).status).toBe(201);
  });

  test("races with reserving: whatever comes first, no place is lost and no ticket lives on", async () => {
    const ticket = await given.ticket({ quantity: 50 });
    const people = await Promise.all(Array.from({ length: 12 }, () => given.user()));
    await Promise.all(
      people.flatMap((member) => [
        member.call(api.purchases.reserve, { body: { ticketId: ticket.id } }),
        admin.call(api.users.remove, at(member.id)),
      ]),
    );
    const live = await query
      .selectFrom("purchases")
      .select("id")
      .where("ticketId", "=", ticket.id)
      .where("status", "!=", "INACTIVE")
      .execute();
    expect(live).toEqual([]);
    expect(await brokenLaws(query)).toEqual([]);
  });

  test("beats a reservation that was already under way", async () => {
    const [member, ticket] = [await given.user(), await given.ticket()];
    const reserving = await saha.core.database.transact(async (tx) => {
      await tx.selectFrom("users").select("id").where("id", "=", member.id).forUpdate().execute();
      const asked = member.call(api.purchases.reserve, { body: { ticketId: ticket.id } });
      await sleep(150);
      await tx.updateTable("users").set({ deletedAt: new Date() }).where("id", "=", member.id).execute();
      return { asked };
    });
    expect((await reserving.asked).code).toBe("auth.required");
    expect(await brokenLaws(query)).toEqual([]);
  });

  /** Has `remove` delete a person whose ticket a scan holds, which is logged then; false where it can't be. */
  async function scanWhile(remove: (userId: number) => Promise<unknown>): Promise<boolean> {
    const [{ id: userId }, ticket] = [await given.user(), await given.ticket()];
    const { id: purchaseId } = await given.purchase({ userId, ticketId: ticket.id });
    const row = { kind: "entry" as const, result: "ticket.wrong_day", wasTyped: false, scannerId: admin.id };
    let removed: Promise<unknown> | undefined;
    const scan = database.transact(async (tx) => {
      await sql`set local lock_timeout = 500`.execute(tx);
      await tx.selectFrom("purchases").select("id").where("id", "=", purchaseId).forNoKeyUpdate().execute();
      removed = remove(userId);
      await expect.poll(waiting, { timeout: 5_000 }).toBe(1);
      await tx
        .insertInto("scanLog")
        .values({ ...row, purchaseId, userId })
        .execute();
    });
    const isLogged = await scan.then(
      () => true,
      () => false,
    );
    await removed;
    return isLogged;
  }
  const remove = (id: number) => admin.call(api.users.remove, at(id)).then(({ status }) => expect(status).toBe(200));
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(query);
    return rows[0]?.n;
  };

  test("waits for a scan of the person's ticket, which never waits for it", async () => {
    expect(await scanWhile(remove)).toBe(true);
    expect(await brokenLaws(query)).toEqual([]);
  });

  test("twin: under the stronger lock each would wait for the other", async () => {
    const removeHolding = (id: number) =>
      database.transact(async (tx) => {
        await tx.selectFrom("users").select("id").where("id", "=", id).forUpdate().execute();
        await cancelTickets(tx, id);
      });
    expect(await scanWhile(removeHolding)).toBe(false);
  });

  test("races with scans, reservations, lines and sign-ins: no deadlock, and nothing of the person is left", async () => {
    const scanner = await given.user({ roleId: Role.ScanAdmin });
    const [today, later] = [
      await given.ticket({ quantity: 50 }),
      await given.ticket({ day: "2026-10-21", quantity: 50 }),
    ];
    const games = [await given.game(), await given.game()];
    const people = await Promise.all(
      Array.from({ length: 24 }, async () => {
        const member = await given.user();
        await given.entry({ userId: member.id, gameId: games[0]?.id ?? 0 });
        return { member, held: await given.purchase({ userId: member.id, ticketId: today.id }) };
      }),
    );
    const { passwordHash = "" } = (await rowOf(people[0]?.member.id ?? 0)) ?? {};
    const client = { ip: "198.51.100.7", userAgent: null, language: "ar", device: null } as const;
    const refused = (error: unknown) => expect(error).toMatchObject({ code: "auth.wrong_credentials" });
    const before = await deadlocks();
    const soon = () => sleep(Math.random() * 12);
    for (let n = 0; n < people.length; n += 4) {
      await Promise.all(
        people
          .slice(n, n + 4)
          .flatMap(({ member, held }) => [
            remove(member.id),
            soon().then(() => scanner.call(api.scans.entry, { body: { qrToken: held.qrToken } })),
            soon().then(() => member.call(api.purchases.reserve, { body: { ticketId: later.id } })),
            soon().then(() => member.call(api.queue.apply, { body: { gameId: games[1]?.id ?? 0 } })),
            soon().then(() => signIn(saha.core, { id: member.id, passwordHash }, client).catch(refused)),
          ]),
      );
    }
    expect(await deadlocks()).toBe(before);
    const ids = people.map(({ member }) => member.id);
    const { rows: left } = await sql`
      select 'an account' as what from users where id = any(${ids}) and deleted_at is null
      union all select 'a ticket' from purchases where user_id = any(${ids}) and status <> 'INACTIVE'
      union all select 'a place in line' from queue_entries where user_id = any(${ids}) and not is_finished
      union all select 'a session' from sessions where user_id = any(${ids})`.execute(query);
    expect(left).toEqual([]);
    expect(await brokenLaws(query)).toEqual([]);
  });

  /** How often two have waited for each other, as the database counts it, once all connections have told it. */
  async function deadlocks() {
    const tell = sql`select pg_stat_force_next_flush(), pg_sleep(0.02)`;
    await Promise.all(Array.from({ length: 40 }, () => tell.execute(query)));
    await sleep(200);
    const { rows } = await sql<{ n: number }>`
      select deadlocks::int as n from pg_stat_database where datname = current_database()`.execute(query);
    return rows[0]?.n;
  }

  test("a scanner keeps what was scanned", async () => {
    const [scanner, holder] = [await given.user({ roleId: Role.ScanAdmin }), await given.user()];
    const ticket = await given.ticket({ day: given.today() });
    const held = await given.purchase({ userId: holder.id, ticketId: ticket.id });
    expect((await scanner.call(api.scans.entry, { body: { qrToken: held.qrToken } })).status).toBe(200);
    await admin.call(api.users.remove, at(scanner.id));
    await admin.call(api.users.remove, at(holder.id));
    const log = await admin.call(api.scans.log);
    expect(log.data[0]).toMatchObject({ scanner: { name: `#${scanner.id}` }, user: { name: `#${holder.id}` } });
    expect(await brokenLaws(query)).toEqual([]);
  });
});

describe("every column sent to every write changes only what the call is for", () => {
  const everything = {
    id: 1,
    uuid: "00000000-0000-4000-8000-000000000000",
    roleId: Role.Admin,
    role_id: Role.Admin,
    isBlocked: true,
    is_blocked: true,
    isVerified: true,
    is_verified: true,
    email: "evil@mail.example",
    pendingEmail: "evil@mail.example",
    passwordHash: "evil",
    password_hash: "evil",
    deletedAt: "2026-01-01T00:00:00Z",
    createdAt: "2001-01-01T00:00:00Z",
    updatedAt: "2001-01-01T00:00:00Z",
    usernameKey: "evil",
    avatar: "https://evil.example/x.png",
    name: "evil",
    riotId: "Evil#1",
    world: "demo",
  };
  const post = (method: string, path: string, body: object, by?: Member) =>
    saha.send(method, `/api${path}`, {
      headers: { "content-type": "application/json", ...(by && sessionHeaders(by)) },
      body: JSON.stringify(body),
    });

  test("registering makes an attendee", async () => {
    const answer = await post("POST", "/auth/register", { ...everything, username: "mass-1", ...passwords() });
    expect(answer.status).toBe(201);
    expect(await rowOf(JSON.parse(answer.text).data.id)).toMatchObject({
      username: "mass-1",
      usernameKey: "mass-1",
      email: "evil@mail.example",
      riotId: "Evil#1",
      roleId: Role.User,
      isBlocked: false,
      isVerified: false,
      pendingEmail: null,
      name: null,
      avatar: null,
      deletedAt: null,
    });
  });

  test("a profile takes name, email and Riot ID; no avatar by its path, no password", async () => {
    const member = await given.user({ username: "mass-2", password });
    const before = await rowOf(member.id);
    const body = { ...everything, username: "evil-name", ...passwords("another good one") };
    expect((await post("PUT", `/profile/${member.id}`, body, member)).status).toBe(200);
    expect(await rowOf(member.id)).toEqual({
      ...before,
      name: "evil",
      email: "evil@mail.example",
      riotId: "Evil#1",
      updatedAt: expect.any(String),
    });
  });

  test("an administrator changes what the dialog has", async () => {
    const member = await given.user({ username: "mass-3" });
    const before = await rowOf(member.id);
    expect((await post("PUT", `/user/${member.id}`, { ...everything, isVerified: false }, admin)).status).toBe(200);
    expect(await rowOf(member.id)).toEqual({
      ...before,
      roleId: Role.Admin,
      isBlocked: true,
      riotId: "Evil#1",
      updatedAt: expect.any(String),
    });
    await query.updateTable("users").set({ roleId: Role.User }).where("id", "=", member.id).execute();
    const set = await post("PUT", `/user/${member.id}/password`, { ...everything, ...passwords() }, admin);
    expect(set.status).toBe(200);
    expect(await rowOf(member.id)).toEqual({
      ...before,
      isBlocked: true,
      riotId: "Evil#1",
      passwordHash: expect.stringMatching(/^\$argon2id/),
      updatedAt: expect.any(String),
    });
  });
});

test("a list of thousands of accounts comes whole, without the deleted", async () => {
  const rows = Array.from({ length: 2000 }, (_, n) => ({
    username: `crowd-${n}`,
    usernameKey: `crowd-${n}`,
    roleId: Role.User,
    passwordHash: "none",
  }));
  await query.insertInto("users").values(rows).execute();
  const { data } = await admin.call(api.users.list);
  expect(data.length).toBeGreaterThan(2000);
  expect(data.map(({ id }) => id)).toEqual([...data.map(({ id }) => id)].sort((a, b) => a - b));
});
