import { Role } from "@saha/contract";
import { describe, expect, test } from "vitest";
import { Problem } from "../../errors/problem.ts";
import { openLimits } from "../../limits/limits.ts";
import { openLog } from "../../process/logging.ts";
import { deriveKeys } from "../../process/secrets.ts";
import type { Account, Accounts } from "../find-account.ts";
import { comparePassword } from "./compare-password.ts";

const keys = deriveKeys("a secret of tests, of more than 32 letters");
const both = "both@mail.example";
const nobody: Accounts = { first: undefined, second: undefined };

/**
 * Signs in wrongly by addresses, of which one is of `accounts`; of each try the first `hashed` hashes are computed,
 * then the caller has left. With `waiting` it is in a venue where so many wait.
 */
function openSignIns(accounts = nobody, waiting = 0, device: string | null = null) {
  const limits = openLimits({
    redis: undefined,
    log: openLog({ logLevel: "silent" }),
    config: { venueNetworks: waiting ? ["203.0.113.0/24"] : [], trustProxy: [] },
    keys,
  });
  let last = 0;
  return async (hashed = 2, identifier = `nobody-${++last}@mail.example`, ip = "203.0.113.9") => {
    let done = 0;
    const matches = async () => {
      if (done++ === hashed) throw new Problem("request.timeout");
      return false;
    };
    const line = () => ({ network: waiting, site: waiting, turnMs: 1 });
    const passwords = { matches, hash: async () => "", line };
    const client = { ip, device, userAgent: null, language: "en" } as const;
    const parts = { passwords, limits, findAccounts: async (typed: string) => (typed === both ? accounts : nobody) };
    return comparePassword(parts, { identifier, password: "wrong one" }, client).then(
      () => "right",
      (problem: Problem) => problem.code,
    );
  };
}
type SignIn = ReturnType<typeof openSignIns>;
const times = async (count: number, signIn: () => ReturnType<SignIn>) => {
  for (let n = 0; n < count; n++) await signIn();
};

describe("sign-ins that hang up", () => {
  test("between their two hashes are counted on their network as those that stay", async () => {
    const signIn = openSignIns();
    await times(300, () => signIn(1));
    expect(await signIn()).toBe("proof.needed");
  });

  test("in a crowded venue are failures like those that stay, and what nothing was done for is none", async () => {
    const signIn = openSignIns(nobody, 1000);
    await times(310, () => signIn(0));
    await times(150, () => signIn(1));
    await times(149, () => signIn(2));
    expect(await signIn(2)).toBe("auth.wrong_credentials");
    expect(await signIn(2)).toBe("proof.needed");
  });

  test("before any hash are not, as nothing was done for them", async () => {
    const signIn = openSignIns();
    await times(310, () => signIn(0));
    expect(await signIn()).toBe("auth.wrong_credentials");
  });

  test("once they were compared with an account are counted there, and with the other one not yet", async () => {
    const made = { roleId: Role.User, isVerified: true, createdAt: "2026-10-01T12:00:00Z", isKnownDevice: false };
    const [first, second] = [{ ...made, id: 1 } as Account, { ...made, id: 2 } as Account];
    const signIn = openSignIns({ first, second });
    await times(10, () => signIn(1, both));
    // The one whose username it is pauses; what the other one is compared with then is a failure of the network too.
    expect(await signIn(2, both)).toBe("auth.too_many_attempts");
    await times(289, () => signIn());
    expect(await signIn()).toBe("proof.needed");
  });
});

test.each([
  { who: "an attendee", roleId: Role.User, of12: "proof.needed" },
  { who: "staff", roleId: Role.ScanAdmin, of12: "request.timeout" },
])("on a known device $who goes before strangers ten times an hour, staff as often as they come", async (row) => {
  const first = { id: 1, roleId: row.roleId, isVerified: true, isKnownDevice: true } as Account;
  const signIn = openSignIns({ first, second: undefined }, 0, "phone");
  await times(300, () => signIn());
  // They leave before anything is compared, which counts nothing against the account.
  for (let n = 0; n < 10; n++) expect(await signIn(0, both)).toBe("request.timeout");
  expect(await signIn(0, both)).toBe(row.of12);
});
