import { hash, verify } from "@node-rs/argon2";
import type {} from "../../core.ts";
import { type Line, openFairQueue, type Turn } from "../../limits/fair-queue.ts";

export type Passwords = {
  /** Hashes with Argon2id, 19 MiB, t=2, p=1. Throws `server.busy` when too many wait. */
  hash(password: string, turn?: Turn): Promise<string>;
  /** Whether the password is the one; against no hash it takes the same time and says no. */
  matches(stored: string | undefined, password: string, turn?: Turn): Promise<boolean>;
  /** Measures the line of who waits for a hash, which a turn would join. */
  line(turn: Turn): Line;
};

/** Nobody waits for the hash over the network. */
const inside: Turn = { ip: "" };
declare module "../../core.ts" {
  interface Core {
    passwords: Passwords;
  }
}

// 2 is Argon2id; the library exports its names as a const enum, which stripped types can't read.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// Two in flight leave room in the thread pool for everything else that is asynchronous.
const inFlight = 2;
const maxWaiting = 3000;
/** Milliseconds of a hash before one was measured. */
const usualMs = 20;

/**
 * Opens Argon2id behind a bounded, fair queue, so that a crowd signing in can't starve the rest of the server (rules
 * §3).
 */
export async function openPasswords(): Promise<Passwords> {
  const queue = openFairQueue({ concurrency: inFlight, maxWaiting, isFewestFirst: true, usualMs });
  const nobody = await hash("nobody has this password", options);
  return {
    hash: (password, turn = inside) => queue(turn, () => hash(normal(password), options)),
    matches: async (stored, password, turn = inside) => {
      const isRight = await queue(turn, () => verify(stored ?? nobody, normal(password)));
      return stored !== undefined && isRight;
    },
    line: queue.line,
  };
}

/** The same letters typed on another keyboard are the same password. */
function normal(password: string): string {
  return password.normalize("NFKC");
}
