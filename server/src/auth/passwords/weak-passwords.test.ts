import { setImmediate as nextTurn } from "node:timers/promises";
import { api, Role, roles } from "@saha/contract";
import { afterAll, describe, expect, test } from "vitest";
import { openServer } from "../../../test/harness.ts";
import { publicWorlds } from "../../seeds/seed-database.ts";
import { demoAccounts } from "../../seeds/seed-demo.ts";
import { guessesFor, refuseWeakPassword } from "./weak-passwords.ts";

const saha = await openServer();
afterAll(saha.close);
const { given } = saha;
const admin = await given.user({ roleId: Role.Admin, username: "the-admin" });
const resetter = await given.user({ roleId: Role.PasswordResetAdmin });

const twice = (password: string) => ({ password, password_confirmation: password });
const at = (id: number) => ({ params: { id: String(id) } });
const english = { language: "en" } as const;
const register = (username: string, password: string, email?: string) =>
  saha.stranger(api.auth.register, { body: { username, ...(email && { email }), ...twice(password) } }, english);

const good = "a long good one";
/** 5 x 10^7 guesses: enough for a member, too few for staff. */
const middling = "kalima-77";

describe("a password that is easy to guess", () => {
  test.each(["aaaaaaaaaaaa", "abcdefghijkl", "password1!", "P@ssw0rd99", "mohamed2026", "11112222", "qazwsxedc"])(
    "such as %s is refused with its sentence at the field",
    async (password) => {
      const { status, refusal } = await register(`weak-${given.key()}`, password);
      expect(status).toBe(400);
      expect(["auth.weak_password", "auth.common_password"]).toContain(refusal?.code);
      expect(refusal?.issues).toEqual([{ field: "password", message: refusal?.message }]);
    },
  );

  test("is one that is made of the owner's names; another may have it", async () => {
    expect((await register("zubaydah-q", "Zubaydah2026")).code).toBe("auth.weak_password");
    expect((await register("somebody-q", "Zubaydah2026", "zubaydah@mail.example")).code).toBe("auth.weak_password");
    expect((await register("somebody-q", "Zubaydah2026")).status).toBe(201);
  });

  test("is let through by an estimate that knows no names (broken twin)", async () => {
    expect(await guessesFor("Zubaydah2026", { username: "zubaydah-q" })).toBeLessThan(1e6);
    expect(await guessesFor("Zubaydah2026", { username: "" })).toBeGreaterThan(1e6);
  });

  test("is refused wherever one is set", async () => {
    const member = await given.user({ username: "zubaydah-r", password: good });
    const body = { password: good, newPassword: "Zubaydah2026", newPasswordConfirmation: "Zubaydah2026" };
    const changed = await member.call(api.auth.changePassword, { body });
    expect([changed.code, changed.refusal?.issues?.[0]?.field]).toEqual(["auth.weak_password", "newPassword"]);
    const setting = { ...at(member.id), body: twice("Zubaydah2026") };
    expect((await admin.call(api.users.setPassword, setting)).code).toBe("auth.weak_password");
    expect((await admin.call(api.users.update, setting)).code).toBe("auth.weak_password");
  });

  test("of staff has to stand more guesses, by the role that they will have", async () => {
    for (const roleId of roles) {
      const body = { username: `made-of-${roleId}`, roleId, ...twice(middling) };
      const { code, status } = await admin.call(api.users.create, { body });
      expect([roleId, status, code]).toEqual(
        roleId === Role.User ? [roleId, 201, undefined] : [roleId, 400, "auth.weak_staff_password"],
      );
    }
    const member = await given.user();
    const promoted = { ...at(member.id), body: { roleId: Role.ScanAdmin, ...twice(middling) } };
    expect((await admin.call(api.users.update, promoted)).code).toBe("auth.weak_staff_password");
  });

  test("is judged by its beginning, so that a long one costs no more", async () => {
    const hard = "p@$$w0rd!1l|".repeat(11).slice(0, 128);
    await guessesFor(good, { username: "warm" });
    const timeOf = async (typed: string) => {
      const began = performance.now();
      await guessesFor(typed, { username: "somebody" });
      return performance.now() - began;
    };
    const [short, long] = [await timeOf(hard.slice(0, 32)), await timeOf(hard)];
    expect(long).toBeLessThan(short * 4 + 20);
  });

  /** How many turns the event loop makes, each of so many milliseconds, until twelve passwords are judged. */
  async function turnsForTwelve(turnMs: number): Promise<number> {
    await guessesFor(good, { username: "warm" });
    let judged = 0;
    const estimates = Array.from({ length: 12 }, () => guessesFor("p4$$w0rd", { username: "somebody" }));
    for (const estimate of estimates) void estimate.then(() => judged++);
    for (let turns = 0; ; turns++) {
      if (judged === 12) return turns;
      await nextTurn();
      for (const until = performance.now() + turnMs; performance.now() < until; );
    }
  }

  test("is judged while the event loop turns for others, who are let in one a turn", async () => {
    expect(await turnsForTwelve(0)).toBeGreaterThan(12 * 20);
  });

  test("waits for few turns of those that others make long", async () => {
    expect(await turnsForTwelve(20)).toBeLessThan(12 * 5);
  });

  test("waits for its own network's crowd alone; in one line it would wait for anybody's (broken twin)", async () => {
    await guessesFor(good, { username: "warm" });
    const judgedBefore = async (ip: string) => {
      let judged = 0;
      const crowd = Array.from({ length: 40 }, () =>
        guessesFor("p4$$w0rd", { username: "somebody" }, { ip: "198.51.100.7" }).then(() => judged++),
      );
      await guessesFor(good, { username: "honest" }, { ip });
      const before = judged;
      await Promise.all(crowd);
      return before;
    };
    expect(await judgedBefore("203.0.113.5")).toBeLessThanOrEqual(3);
    expect(await judgedBefore("198.51.100.7")).toBe(40);
  });

  test("waits for few of a crowd of members elsewhere who change theirs; the staff go first", async () => {
    await guessesFor(good, { username: "warm" });
    const judgedBefore = async (isOfNetwork: boolean) => {
      let judged = 0;
      const crowd = Array.from({ length: 40 }, (_, n) =>
        guessesFor("p4$$w0rd", { username: "x" }, { ip: "198.51.100.7", known: `account ${n}`, isOfNetwork }).then(
          () => judged++,
        ),
      );
      await Promise.all([1, 2, 3].map(() => guessesFor(good, { username: "honest" }, { ip: "203.0.113.5" })));
      const before = judged;
      await Promise.all(crowd);
      return before;
    };
    expect(await judgedBefore(true)).toBeLessThanOrEqual(5);
    expect(await judgedBefore(false)).toBeGreaterThanOrEqual(8);
  });

  test("is judged thirty times an hour for who changes the own one, then not looked at", async () => {
    const member = await given.user({ password: good });
    const weak = { password: good, newPassword: "Passw0rd-1", newPasswordConfirmation: "Passw0rd-1" };
    const change = () => member.call(api.auth.changePassword, { body: weak });
    const answers = await Promise.all(Array.from({ length: 40 }, change));
    const codes = Map.groupBy(answers, ({ code }) => code);
    expect(codes.get("request.too_many")).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(30);
  });

  test("is not the demo's, for any of its accounts", async () => {
    for (const { username, roleId } of demoAccounts) {
      await expect(
        refuseWeakPassword(publicWorlds.demo.password, { username, roleId }, "password"),
      ).resolves.toBeUndefined();
    }
  });
});

describe("a member who joins the staff", () => {
  const promote = (id: number, more: object = {}) =>
    admin.call(api.users.update, { ...at(id), body: { roleId: Role.ScanAdmin, ...more } }, english);

  test("gets a new password where a password-reset admin knows the one in force", async () => {
    const member = await given.user();
    await resetter.call(api.users.setPassword, { ...at(member.id), body: twice(good) });
    const { refusal, status } = await promote(member.id);
    expect([status, refusal?.code, refusal?.issues?.[0]?.field]).toEqual([422, "user.new_password_needed", "password"]);
    expect((await promote(member.id, twice("another good one"))).status).toBe(200);
  });

  test("gets one again where staff become administrators, whose passwords no password-reset admin may know", async () => {
    for (const roleId of [Role.Admin, Role.PasswordResetAdmin]) {
      const staff = await given.user({ roleId: Role.GameAdmin });
      await resetter.call(api.users.setPassword, { ...at(staff.id), body: twice(good) });
      expect((await promote(staff.id, { roleId: Role.ScoreAdmin })).status).toBe(200);
      expect((await promote(staff.id, { roleId })).code).toBe("user.new_password_needed");
      expect((await promote(staff.id, { roleId, ...twice("another good one") })).status).toBe(200);
    }
  });

  test("gets one also where the one in force was changed since by who knew it", async () => {
    const since = await given.user();
    await resetter.call(api.users.setPassword, { ...at(since.id), body: twice(good) });
    const { accessToken } = (
      await saha.stranger(api.auth.login, { body: { identifier: since.username, password: good } })
    ).data;
    const body = { password: good, newPassword: "another good one", newPasswordConfirmation: "another good one" };
    const headers = { headers: { authorization: `Bearer ${accessToken}` } };
    expect((await saha.stranger(api.auth.changePassword, { body }, headers)).status).toBe(200);
    expect((await promote(since.id)).code).toBe("user.new_password_needed");
  });

  test("keeps the own one, also one that an administrator set", async () => {
    expect((await promote((await given.user()).id)).status).toBe(200);
    const byAdmin = await given.user();
    await resetter.call(api.users.setPassword, { ...at(byAdmin.id), body: twice(good) });
    await admin.call(api.users.setPassword, { ...at(byAdmin.id), body: twice("another good one") });
    expect((await promote(byAdmin.id)).status).toBe(200);
  });
});
