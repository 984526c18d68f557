import { api } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, describe, expect, test, vi } from "vitest";
import { openServer } from "../../test/harness.ts";
import { type Optimization, usePlainTwins } from "../database/optimizations/twins.ts";
import { waitingFinder } from "./codes/find-waiting.ts";
import { makeCode, ownCodeFinder } from "./codes/one-time-code.ts";
import { accountFinder } from "./find-account.ts";
import { deviceHash } from "./sessions/known-device.ts";

const saha = await openServer();
afterAll(saha.close);

describe("what is looked up for strangers", () => {
  /** Has 1,000 of one network ask, then one of another. */
  async function rush(lookUp: typeof saha.core.limits.lookUp, plain: readonly Optimization[] = []) {
    let [reading, most, done] = [0, 0, 0];
    const query = saha.core.database.query.withPlugin({
      transformQuery({ node }) {
        most = Math.max(most, ++reading);
        return node;
      },
      async transformResult({ result }) {
        reading--;
        return result;
      },
    });
    usePlainTwins(plain);
    const find = waitingFinder(query);
    usePlainTwins([]);
    const asked = (n: number) => {
      const device = deviceHash(`device ${n}`);
      return find({ address: "nobody@saha.example", purpose: "verification", device }).then(() => done++);
    };
    const crowd = Array.from({ length: 1000 }, (_, n) => lookUp({ ip: "198.51.100.7" }, () => asked(n)));
    await lookUp({ ip: "203.0.113.5" }, () => asked(-1));
    const before = done;
    await Promise.all(crowd);
    return { most, before };
  }

  test("for codes takes one connection to the database, networks in turns", async () => {
    const { most, before } = await rush(saha.core.limits.lookUp);
    expect(most).toBe(1);
    expect(before).toBeLessThanOrEqual(100);
  });

  test("would take one for each, and before all others, without sharing and turns (broken twins)", async () => {
    expect((await rush(saha.core.limits.lookUp, ["batch-load"])).most).toBeGreaterThan(1);
    expect((await rush((_turn, work) => work())).before).toBeGreaterThanOrEqual(1000);
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

  test("of own codes is read once for a crowd that guesses, for each as if they asked alone", async () => {
    const { database, keys } = saha.core;
    const [owner, other] = [await saha.given.user(), await saha.given.user()];
    const [address, own] = ["codes@saha.example", deviceHash("the owner's")];
    for (const purpose of ["verification", "recovery"] as const) {
      const bound = { userId: owner.id, address, purpose, deviceHash: own };
      await database.transact((tx) => makeCode(tx, keys.oneTimeCode, bound));
    }
    await database.query
      .updateTable("oneTimeCodes")
      .set({ usedAt: sql<string>`now()` })
      .where("purpose", "=", "recovery")
      .execute();
    let statements = 0;
    const find = ownCodeFinder(
      database.query.withPlugin({
        transformQuery: ({ node }) => {
          statements++;
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
    );
    const [purpose, foreign] = ["verification" as const, deviceHash("a stranger's")];
    const crowd = Array.from({ length: 100 }, (_, n) => find({ address, purpose, deviceHash: deviceHash(`${n}`) }));
    const asked = [
      { address, purpose, deviceHash: own },
      { address, purpose, deviceHash: foreign, userId: owner.id },
      { address, purpose, deviceHash: foreign, userId: other.id },
      { address: "others@saha.example", purpose, deviceHash: own },
      { address, purpose: "recovery" as const, deviceHash: own },
    ];
    expect(await Promise.all(asked.map(find))).toEqual([true, true, false, false, false]);
    expect(new Set(await Promise.all(crowd))).toEqual(new Set([false]));
    expect(statements).toBe(1);
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
