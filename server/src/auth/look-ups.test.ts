import { api } from "@saha/contract";
import { afterAll, describe, expect, test, vi } from "vitest";
import { openServer } from "../../test/harness.ts";

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

  const email = "nobody@saha.example";
  const twice = { password: "a long good one", password_confirmation: "a long good one" };
  test.each([
    ["signing in", () => saha.stranger(api.auth.login, { body: { identifier: email, password: "wrong one 1" } })],
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
