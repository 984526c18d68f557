import { setTimeout as sleep } from "node:timers/promises";

/** `SOAK=1` runs races and fuzz with the full numbers of the security page; without it they fit into `npm test`. */
export function full(numbers: { full: number; otherwise: number }): number {
  return process.env.SOAK === "1" ? numbers.full : numbers.otherwise;
}

/** Asks again while the server is too busy to begin, as a person would; a busy answer has had no effect. */
export async function retryWhileBusy<A extends { code: string | undefined }>(ask: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await ask();
    if (answer.code !== "server.busy") return answer;
    await sleep(50);
  }
}
