import { setImmediate as nextTurn } from "node:timers/promises";
import { isStaff, type Role } from "@saha/contract";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { Problem } from "../../errors/problem.ts";
import { openFairQueue, type Turn } from "../../limits/fair-queue.ts";
import { arabicPasswords, plain, refuseCommonPassword } from "./common-passwords.ts";

/** Whose password it will be: whoever guesses tries the names first. */
export type Owner = { username: string; email?: string | null | undefined; roleId: Role };

const minGuesses = { user: 1e6, staff: 1e8 };
/**
 * What is looked at of a password: an estimate of 32 characters took 15 ms at worst, one of 128 took 300, and everybody
 * would wait for it. A password is at least as hard to guess as its beginning.
 */
const maxLength = 32;
const maxSubstitutions = 16;
/** What everybody here thinks of first. */
const hereabouts = ["saha", "ساحة", "gaming", "game", "event", "booth", "ticket", "لعبة", "العاب", "فعالية", "تذكرة"];

let opened: Promise<ZxcvbnFactory> | undefined;

/**
 * Refuses a password that is common or that zxcvbn, which knows its owner's names, expects to be found in fewer than
 * 10^6 guesses, of staff in fewer than 10^8; names its field. Throws `auth.common_password`, `auth.weak_password` and
 * `auth.weak_staff_password` (rules §3).
 */
export async function refuseWeakPassword(
  password: string,
  owner: Owner,
  field: "password" | "newPassword",
  turn?: Turn,
): Promise<void> {
  await refuseCommonPassword(password, field);
  const guesses = await guessesFor(password, owner, turn);
  if (guesses < minGuesses.user) throw new Problem("auth.weak_password", { field });
  if (isStaff(owner.roleId) && guesses < minGuesses.staff) throw new Problem("auth.weak_staff_password", { field });
}

/** Nobody waits for the estimate over the network. */
const inside: Turn = { ip: "" };
/** After an estimate so many turns of the loop belong to others; in each a newcomer's connection is let in. */
const turnsBetween = 20;
/**
 * But for no longer than so many times what it took: 500 connections that ask for anything make each turn 20 ms long,
 * and whoever registered anywhere waited for 5 to 14 s.
 */
const restFactor = 9;
/**
 * Estimates are work of this thread, one in each turn of its loop: twenty who had 18 ms done at once in every turn held
 * everybody up for two seconds; with one of 14 ms in every turn, newcomers waited for 8 s beside 500 others a second.
 * Networks and accounts take turns: 300 registrations of one address delay those of no other.
 */
const queue = openFairQueue({ concurrency: 1, maxWaiting: 3000 });
/** Counts who of an address's network and IPv6 site waits for an estimate. */
export const waitingForEstimate = queue.waiting;

/** Estimates after how many guesses a password is found. Throws `server.busy` when too many wait. */
export async function guessesFor(
  password: string,
  { username, email }: Omit<Owner, "roleId">,
  turn = inside,
): Promise<number> {
  opened ??= openEstimate();
  const names = [username, email ?? ""].flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  const known = names.map(plain).filter((name) => name.length > 2);
  const estimate = await opened;
  return new Promise((resolve, reject) => {
    const work = async () => {
      await nextTurn();
      const began = performance.now();
      resolve(estimate.check(plain(password), known).guesses);
      const until = began + (1 + restFactor) * (performance.now() - began);
      for (let turns = 0; turns < turnsBetween && performance.now() < until; turns++) await nextTurn();
    };
    queue(turn, work).catch(reject);
  });
}

async function openEstimate(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimate }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const arabic = [...hereabouts, ...arabicPasswords].map(plain);
  return new Estimate({
    dictionary: { ...dictionary, arabic },
    graphs: adjacencyGraphs,
    maxLength,
    l33tMaxSubstitutions: maxSubstitutions,
  });
}
