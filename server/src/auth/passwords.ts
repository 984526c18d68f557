import { hash, verify } from "@node-rs/argon2";
import { Problem } from "../problem.ts";

export type Passwords = {
  /** Hashes with Argon2id, 19 MiB, t=2, p=1. Throws `server.busy` when too many wait. */
  hash(password: string): Promise<string>;
  /** Whether the password is the one; against no hash it takes the same time and says no. */
  matches(stored: string | undefined, password: string): Promise<boolean>;
};

// 2 is Argon2id; the library exports its names as a const enum, which stripped types can't read.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// Two in flight leave room in the thread pool for everything else that is asynchronous.
const inFlight = 2;
const mostWaiting = 3000;

/** Argon2id behind a bounded queue, so that a crowd signing in can't starve the rest of the server (rules §3). */
export async function openPasswords(): Promise<Passwords> {
  const queue = boundedQueue(inFlight, mostWaiting);
  const nobody = await hash("nobody has this password", options);
  return {
    hash: (password) => queue(() => hash(normal(password), options)),
    matches: async (stored, password) => {
      const isRight = await queue(() => verify(stored ?? nobody, normal(password)));
      return stored !== undefined && isRight;
    },
  };
}

/** The same letters typed on another keyboard are the same password. */
function normal(password: string): string {
  return password.normalize("NFKC");
}

function boundedQueue(width: number, mostWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= width) {
      if (waiting.length >= mostWaiting) throw new Problem("server.busy", { retryAfter: 5 });
      await new Promise<void>((go) => waiting.push(go));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
