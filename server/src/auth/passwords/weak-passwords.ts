import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { isStaff, type Role } from "@saha/contract";
import { Problem } from "../../errors/problem.ts";
import { openFairQueue, type Turn } from "../../limits/fair-queue.ts";
import { arabicPasswords, plain, refuseCommonPassword } from "./common-passwords.ts";
import type { Asked, Estimated } from "./estimate-thread.ts";

/** Whose password it will be: whoever guesses tries the names first. */
export type Owner = { username: string; email?: string | null | undefined; roleId: Role };

const minGuesses = { user: 1e6, staff: 1e8 };
/** What everybody here thinks of first. */
const hereabouts = ["saha", "ساحة", "gaming", "game", "event", "booth", "ticket", "لعبة", "العاب", "فعالية", "تذكرة"];

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
/**
 * Estimates are work of a thread of its own, one at a time, and it rests for as long as each took. One takes 1 to
 * 15 ms: on the event loop twenty accounts that set slow passwords kept newcomers waiting for 8 s; with twenty turns of
 * the loop between two of them whoever made the turns long kept registrations waiting for 5 to 14 s. Networks and
 * accounts take turns: 300 registrations of one address delay those of no other.
 */
const queue = openFairQueue({ concurrency: 1, maxWaiting: 3000, usualMs: 3 });
/** Measures the line of who waits for an estimate, which a turn would join. */
export const lineForEstimate = queue.line;

/** Estimates after how many guesses a password is found. Throws `server.busy` when too many wait. */
export async function guessesFor(
  password: string,
  { username, email }: Omit<Owner, "roleId">,
  turn = inside,
): Promise<number> {
  const names = [username, email ?? ""].flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  const known = names.map(plain).filter((name) => name.length > 2);
  return new Promise((resolve, reject) => {
    const work = async () => {
      const { guesses, tookMs } = await estimate({ password: plain(password), known });
      resolve(guesses);
      await sleep(tookMs);
    };
    queue(turn, work).catch(reject);
  });
}

let thread: Worker | undefined;

/** Asks the thread, one at a time; it begins with the first password that is set. */
async function estimate(asked: Asked): Promise<Estimated> {
  thread ??= openThread();
  // It keeps the process from ending only while somebody waits for it.
  thread.ref();
  try {
    const answered = once(thread, "message");
    thread.postMessage(asked);
    const [estimated] = (await answered) as [Estimated];
    return estimated;
  } finally {
    thread?.unref();
  }
}

/** Begins the thread, which knows what comes to mind here. One that has ended is begun anew. */
function openThread(): Worker {
  const opened = new Worker(new URL("./estimate-thread.ts", import.meta.url), {
    workerData: [...hereabouts, ...arabicPasswords].map(plain),
    execArgv: [],
  });
  const forget = () => {
    if (thread === opened) thread = undefined;
  };
  return opened.on("error", forget).on("exit", forget);
}
