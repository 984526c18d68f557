import { api } from "@saha/contract";
import { afterAll, describe, expect, test, vi } from "vitest";
import { openServer } from "../../test/harness.ts";
import { accountFinder } from "./find-account.ts";
import { deviceHash } from "./sessions/known-device.ts";

const saha = await openServer();
afterAll(saha.close);

describe("what is looked up for strangers", () => {
  test("takes a quarter of the database's connections, networks in turns; all of them without the turns (broken twin)", async () => {
    const look = async (lookUp: typeof saha.core.limits.lookUp) => {
      let [running, most, done] = [0, 0, 0];
      const work = async () => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
        done++;
      };
      const crowd = Array.from({ length: 100 }, () => lookUp({ ip: "198.51.100.7" }, work));
      await lookUp({ ip: "203.0.113.5" }, work);
      const before = done;
      await Promise.all(crowd);
      return { most, before };
    };
    const { most, before } = await look(saha.core.limits.lookUp);
    expect(most).toBe(4);
    expect(before).toBeLessThanOrEqual(12);
    expect(await look((_turn, work) => work())).toMatchObject({ most: 101 });
  });

  test("for a sign-in it is read once for all who ask at once, for each as if they asked alone", async () => {
    const { query } = saha.core.database;
    const [known, namesake] = [await saha.given.user(), await saha.given.user()];
    const email = `${known.username}@mail.example`;
    const device = "a-device-0123456789";
    await query.updateTable("users").set({ email, isVerified: true }).where("id", "=", known.id).execute();
    await query
      .updateTable("users")
      .set({ registeredOn: deviceHash(device) })
      .where("id", "=", known.id)
      .execute();
    await query
      .insertInto("knownDevices")
      .values({ userId: namesake.id, deviceHash: deviceHash(device) })
      .execute();
    let statements = 0;
    const counted = new Proxy(query, {
      get(target, key) {
        if (key === "selectFrom") statements++;
        const value = Reflect.get(target, key, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const find = accountFinder(counted);
    const crowd = Array.from({ length: 100 }, (_, n) => find(`nobody ${n}`, null));
    const asked = [
      find(known.username.toUpperCase(), device),
      find(email.toUpperCase(), "another-device-01234"),
      find(namesake.username, device),
      find(namesake.username, null),
    ];
    const seen = (await Promise.all(asked)).map(({ first, second }) => [first?.id, first?.isKnownDevice, second?.id]);
    expect(seen).toEqual([
      [known.id, true, undefined],
      [known.id, false, undefined],
      [namesake.id, true, undefined],
      [namesake.id, false, undefined],
    ]);
    expect(new Set((await Promise.all(crowd)).map(({ first }) => first))).toEqual(new Set([undefined]));
    expect(statements).toBeLessThanOrEqual(3);
  });

  const email = "nobody@saha.example";
  const twice = { password: "a long good one", password_confirmation: "a long good one" };
  test.each([
    ["verifying", () => saha.stranger(api.auth.verification, { body: { email, otp: "123456" } })],
    ["asking for a code", () => saha.stranger(api.auth.sendVerification, { body: { email } })],
    ["recovering", () => saha.stranger(api.auth.recoverPassword, { body: { email } })],
    ["setting a password", () => saha.stranger(api.auth.resetPassword, { body: { email, otp: "123456", ...twice } })],
  ])("waits for its turn: %s", async (_, ask) => {
    const turns = vi.spyOn(saha.core.limits, "lookUp");
    await ask();
    expect(turns).toHaveBeenCalledOnce();
    turns.mockRestore();
  });
});
