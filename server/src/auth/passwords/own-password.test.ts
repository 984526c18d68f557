import { Role } from "@saha/contract";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import type { Problem } from "../../errors/problem.ts";
import { openCounters } from "../../limits/counters.ts";
import { openPasswordTries, type PasswordTries } from "../../limits/password-tries.ts";
import { compareOwnPassword } from "./own-password.ts";
import { openPasswords } from "./passwords.ts";
import { turnOf } from "./turn-of.ts";

const actor = { id: 1, roleId: Role.User, sessionId: 1, peers: undefined };

/** What the right password meets after twenty presses whose caller had left while others waited for hashes. */
async function afterPressesThatLeft(wrap: (tries: PasswordTries) => PasswordTries): Promise<string> {
  const passwords = await openPasswords();
  const tries = wrap(openPasswordTries(openCounters(undefined), pino({ enabled: false })));
  const passwordHash = await passwords.hash("right");
  const press = (hasLeft: boolean) => {
    const line = { turn: turnOf(actor, { ip: "10.0.0.1", hasLeft: () => hasLeft }), hasCompared: false };
    const parts = { passwords, limits: { passwords: tries } };
    return compareOwnPassword(parts, actor, line, { passwordHash, typed: "right" });
  };
  const others = [1, 2].map(() => passwords.hash("of others"));
  const left = await Promise.all(
    Array.from({ length: 20 }, () => press(true).catch((problem: Problem) => problem.code)),
  );
  await Promise.all(others);
  expect(left).toContain("request.timeout");
  return press(false).then(
    () => "right",
    (problem: Problem) => problem.code,
  );
}

describe("the own password", () => {
  test("is not counted as tried where nothing was compared", async () => {
    expect(await afterPressesThatLeft((tries) => tries)).toBe("right");
  });

  test("would pause where such a try were not taken back (broken twin)", async () => {
    const keeping = (tries: PasswordTries): PasswordTries => ({
      ...tries,
      begin: async (...args) => ({ ...(await tries.begin(...args)), withdrawn: async () => {} }),
    });
    expect(await afterPressesThatLeft(keeping)).toBe("auth.too_many_attempts");
  });
});
