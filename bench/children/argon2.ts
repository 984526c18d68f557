import { hash, verify } from "@node-rs/argon2";
import { serveParent } from "../lab/child.ts";
import { type Round, roundOf } from "../lab/measure.ts";

/** The limit of a sign-in: as many checks of a password as `inFlight` at a time make, and nothing else. */
export type Hashing = { count: number; inFlight: number };

serveParent(async ({ count, inFlight }: Hashing): Promise<Round> => {
  const stored = await hash("a password of the bench", {
    algorithm: 2,
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  });
  const latencies: number[] = [];
  let left = count;
  const began = performance.now();
  const lane = async () => {
    while (left-- > 0) {
      const asked = performance.now();
      await verify(stored, "a password of the bench");
      latencies.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return roundOf(performance.now() - began, latencies, { 200: count });
});
