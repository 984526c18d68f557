import { setTimeout as sleep } from "node:timers/promises";
import { api } from "@saha/contract";
import { afterAll, describe, expect, test, vi } from "vitest";
import { openServer } from "../../test/harness.ts";
import type { Turn } from "../limits/fair-queue.ts";

const saha = await openServer();
afterAll(saha.close);
const { limits } = saha.core;
const network = { ip: "127.0.0.1" };
const password = "kalima-sirriya-77";
const crowd = 400;

/** How many of a crowd that waits in the same network had their connection before a right password was answered. */
async function doneBeforeSignIn(identifier: string) {
  let done = 0;
  const waiting = Array.from({ length: crowd }, () =>
    limits.signInsTurn(network, async () => {
      await sleep(10);
      done++;
    }),
  );
  await saha.stranger(api.auth.login, { body: { identifier, password } });
  const before = done;
  await Promise.all(waiting);
  return before;
}

describe("connections for those who sign in", () => {
  test("a right password waits for no crowd of its network; for all of it in one line (broken twin)", async () => {
    const body = { username: "first-in-line", password, password_confirmation: password };
    await saha.stranger(api.auth.register, { body });
    expect(await doneBeforeSignIn("first-in-line")).toBeLessThan(crowd / 2);
    const inOneLine = vi
      .spyOn(limits, "hashedTurn")
      .mockImplementation(({ ip }, work) => limits.signInsTurn({ ip }, work));
    expect(await doneBeforeSignIn("first-in-line")).toBeGreaterThan(crowd * 0.9);
    inOneLine.mockRestore();
  });

  test("a guess at a code waits among its account's of any known device, a stranger's among the network's", async () => {
    const email = "guessed@saha.example";
    const headers = { "x-device": "a-browser-of-the-guessed-account" };
    const body = { username: "guessed", email, password, password_confirmation: password };
    const { data } = await saha.stranger(api.auth.register, { body }, { headers });
    const turns: Turn[] = [];
    const { signInsTurn } = limits;
    const line = vi.spyOn(limits, "signInsTurn").mockImplementation((turn, work) => {
      turns.push(turn);
      return signInsTurn(turn, work);
    });
    const guess = { body: { email, otp: "000000" } };
    expect((await saha.stranger(api.auth.verification, guess, { headers })).status).toBe(422);
    const ofKnown = turns.splice(0);
    expect((await saha.stranger(api.auth.verification, guess)).status).toBe(422);
    line.mockRestore();
    expect(ofKnown).toContainEqual({ ip: expect.any(String), known: `account ${data.id}`, isOfNetwork: true });
    expect(turns).toContainEqual({ ip: expect.any(String), known: null, isOfNetwork: true });
  });
});
