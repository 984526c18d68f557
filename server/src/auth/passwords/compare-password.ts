import { isStaff, usernameKey } from "@saha/contract";
import type { Core } from "../../core.ts";
import { Problem } from "../../errors/problem.ts";
import type { Client } from "../../http/client.ts";
import type { PasswordTry } from "../../limits/password-tries.ts";
import type { Account, Accounts } from "../find-account.ts";
import { addressCounters, usernameCounter } from "./password-counters.ts";
import { turnOf } from "./turn-of.ts";

type Parts = Pick<Core, "passwords" | "limits"> & {
  findAccounts(identifier: string, device: string | null): Promise<Accounts>;
};
type Typed = { identifier: string; password: string };
type Compared = { isRight: boolean; attempt?: PasswordTry; paused?: Problem };

/**
 * Finds the account that an identifier and a password mean. An email may be the verified address of one account and
 * the username of another: both are tried, and where both have that password it is the address's. Each try is counted
 * on the account that it is compared with and, unless the device is known there, on the network, before comparing; the
 * network keeps failures only, of those who left too once a hash was computed for them. Neither refusal, count nor
 * time tells whose username it is that anybody has verified the address. Throws `auth.wrong_credentials`,
 * `auth.too_many_attempts` and `proof.needed` (rules §3).
 */
export async function comparePassword(parts: Parts, typed: Typed, client: Client): Promise<Account> {
  const accounts = await parts.findAccounts(typed.identifier, client.device);
  // An account named like somebody's address opens nothing there: the owner's device is the one that must be known.
  const meant = accounts.first ?? accounts.second;
  const isKnown =
    meant?.isKnownDevice === true && (isStaff(meant.roleId) || (await parts.limits.goesFirst(meant, client.ip)));
  const crowd = { waiting: parts.passwords.waiting(client.ip), soon: parts.passwords.soon() };
  const passed = isKnown ? undefined : await parts.limits.pass("sign-in", client, crowd);
  const caller: Caller = { ...client, goesFirst: isKnown, isProven: passed?.isProven ?? false, hasCompared: false };
  const { account, paused } = await compareBoth(parts, accounts, typed, caller).catch(async (error: unknown) => {
    // The caller has left, or too many wait: who hangs up between two hashes would else have the first for nothing.
    await (caller.hasCompared ? passed?.failed() : passed?.withdraw());
    throw error;
  });
  await (account || !caller.hasCompared ? passed?.withdraw() : passed?.failed());
  if (account) return account;
  throw paused ?? new Problem("auth.wrong_credentials");
}

/** `hasCompared` is set by the first hash that was computed. */
type Caller = Client & { goesFirst: boolean; isProven: boolean; hasCompared: boolean };

async function compareBoth(
  parts: Parts,
  { first, second }: Accounts,
  { identifier, password }: Typed,
  caller: Caller,
): Promise<{ account?: Account; paused?: Problem | undefined }> {
  const name = usernameKey(identifier);
  const compare = (account: Account | undefined, counter: string) =>
    compareCounted(parts, account, counter, password, caller);

  const bySecond = second && (await compare(second, usernameCounter(second.id)));
  // Signing in by a username counts nothing against the address's owner; yet by changing the own password nobody may
  // try out as many as they like against it, so those are counted apart.
  const ofAddress = addressCounters(name)[bySecond?.isRight ? "asNamesake" : "wrong"];
  const isAddress = name.includes("@");
  const byFirst = await compare(first, isAddress ? ofAddress : usernameCounter(first?.id ?? name));
  if (first && byFirst.isRight) {
    await Promise.all([byFirst.attempt?.succeeded(), bySecond?.attempt?.withdrawn()]);
    return { account: first };
  }
  if (second && bySecond?.isRight) {
    await bySecond.attempt?.succeeded();
    return { account: second };
  }
  const paused = byFirst.paused ?? bySecond?.paused;
  if (!second && !paused && isAddress) await parts.passwords.matches(undefined, password, caller);
  return { paused };
}

/** Compares nothing while the counter pauses, and counts nothing when the comparison could not be made. */
async function compareCounted(
  { passwords, limits }: Parts,
  account: Account | undefined,
  counter: string,
  password: string,
  caller: Caller,
): Promise<Compared> {
  const { ip, device, hasLeft, isProven } = caller;
  const known = account?.isKnownDevice ? device : null;
  const attempt = await limits.passwords.begin(counter, { knownDevice: known, ip }).catch((error: unknown) => {
    if (error instanceof Problem) return error;
    throw error;
  });
  if (attempt instanceof Problem) return { isRight: false, paused: attempt };
  // One line for all devices of an account: who has signed in on many of them would have as many turns.
  const turn = account && known !== null && caller.goesFirst ? turnOf(account, caller) : { ip, hasLeft, isProven };
  const isRight = await passwords.matches(account?.passwordHash, password, turn).catch(async (error: unknown) => {
    await attempt.withdrawn();
    throw error;
  });
  caller.hasCompared = true;
  return { isRight, attempt };
}
