import { hash } from "node:crypto";
import type { Refusal } from "@saha/contract";

type Challenge = { algorithm: string; challenge: string; maxnumber: number; salt: string; signature: string };

/** Solves the challenge of a refusal as a browser does; answers with what `X-Proof` carries. */
export function solve(refusal: { details?: Refusal["details"] | undefined } | undefined): string {
  const { challenge } = (refusal?.details ?? {}) as { challenge?: Challenge };
  if (!challenge) throw new Error("there is no challenge");
  for (let number = 0; number <= challenge.maxnumber; number++) {
    if (hash("sha256", challenge.salt + number) !== challenge.challenge) continue;
    const { algorithm, salt, signature } = challenge;
    const solution = { algorithm, challenge: challenge.challenge, number, salt, signature };
    return Buffer.from(JSON.stringify(solution)).toString("base64");
  }
  throw new Error("the challenge has no solution");
}
