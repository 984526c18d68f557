import { usernameKey } from "@saha/contract";
import type { Core } from "../../core.ts";
import { Problem } from "../../errors/problem.ts";
import type { Client } from "../../http/client.ts";
import type { PasswordTry } from "../../limits/password-tries.ts";
import type { Account, Accounts } from "../find-account.ts";
import { type HashLine, inHashLine } from "./hash-line.ts";
import { addressCounters, usernameCounter } from "./password-counters.ts";

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
  const owner = meant?.isKnownDevice ? meant : undefined;
  return inHashLine(parts, { kind: "sign-in", client, owner }, async (line) => {
    const { account, paused } = await compareBoth(parts, accounts, typed, { client, line });
    if (account) return account;
    throw paused ?? new Problem("auth.wrong_credentials");
  });
}

type Caller = { client: Client; line: HashLine };

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
  if (!second && !paused && isAddress) await parts.passwords.matches(undefined, password, caller.line.turn);
  return { paused };
}

/** Compares nothing while the counter pauses, and counts nothing when the comparison could not be made. */
async function compareCounted(
  { passwords, limits }: Parts,
  account: Account | undefined,
  counter: string,
  password: string,
  { client: { ip, device }, line }: Caller,
): Promise<Compared> {
  const known = account?.isKnownDevice ? device : null;
  const attempt = await limits.passwords.begin(counter, { knownDevice: known, ip }).catch((error: unknown) => {
    if (error instanceof Problem) return error;
    throw error;
  });
  if (attempt instanceof Problem) return { isRight: false, paused: attempt };
  const isRight = await passwords.matches(account?.passwordHash, password, line.turn).catch(async (error: unknown) => {
    await attempt.withdrawn();
    throw error;
  });
  line.hasCompared = true;
  return { isRight, attempt };
}
