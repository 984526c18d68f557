import { usernameKey } from "@saha/contract";
import type { Client, Core } from "../core.ts";
import type { Try } from "../limits.ts";
import { Problem } from "../problem.ts";
import { type Account, findAccounts } from "./find-account.ts";

type Parts = Pick<Core, "database" | "passwords" | "limits">;
type Typed = { identifier: string; password: string };
type Compared = { isRight: boolean; attempt?: Try; paused?: Problem };

/**
 * The account that an identifier and a password mean. An email may be the verified address of one account and the username
 * of another: both are tried, and where both have that password it is the address's. Each try is counted on the account
 * that it is compared with, before comparing. Neither refusal, count nor time tells whose username it is that anybody has
 * verified the address. Throws `auth.wrong_credentials` and `auth.too_many_attempts` (rules §3).
 */
export async function comparePassword(parts: Parts, { identifier, password }: Typed, client: Client): Promise<Account> {
  const { first, second } = await findAccounts(parts.database, identifier, client.device);
  const firstCounter = first ? `account ${first.id}` : `nobody ${usernameKey(identifier)}`;
  const compare = (account: Account | undefined, counter: string) =>
    compareCounted(parts, account, counter, password, client);

  const bySecond = second && (await compare(second, `account ${second.id}`));
  // Signing in by a username counts nothing against the address's owner; yet by changing the own password nobody may try
  // out as many as they like against it, so those are counted apart.
  const counter = bySecond?.isRight ? `${firstCounter}, whose address is the name of another` : firstCounter;
  const byFirst = await compare(first, counter).catch(async (error: unknown) => {
    await bySecond?.attempt?.withdrawn();
    throw error;
  });
  if (first && byFirst.isRight) {
    await Promise.all([byFirst.attempt?.succeeded(), bySecond?.attempt?.withdrawn()]);
    return first;
  }
  if (second && bySecond?.isRight) {
    await bySecond.attempt?.succeeded();
    return second;
  }
  const paused = byFirst.paused ?? bySecond?.paused;
  if (!second && !paused && identifier.includes("@")) await parts.passwords.matches(undefined, password);
  await (byFirst.attempt ?? bySecond?.attempt)?.failed();
  throw paused ?? new Problem("auth.wrong_credentials");
}

/** Compares nothing while the counter pauses, and counts nothing when the comparison could not be made. */
async function compareCounted(
  { passwords, limits }: Parts,
  account: Account | undefined,
  counter: string,
  password: string,
  { ip, device }: Client,
): Promise<Compared> {
  const from = { ip, knownDevice: account?.isKnownDevice ? device : null };
  const attempt = await limits.trySecret(counter, from).catch((error: unknown) => {
    if (error instanceof Problem) return error;
    throw error;
  });
  if (attempt instanceof Problem) return { isRight: false, paused: attempt };
  const isRight = await passwords.matches(account?.passwordHash, password).catch(async (error: unknown) => {
    await attempt.withdrawn();
    throw error;
  });
  return { isRight, attempt };
}
