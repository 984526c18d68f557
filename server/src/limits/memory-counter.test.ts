import { AsyncLocalStorage } from "node:async_hooks";
import { globSync, readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { describe, expect, test } from "vitest";
import { MemoryCounter } from "./memory-counter.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const limits = { points: 5, duration: 3600 };
const request = new AsyncLocalStorage<object>();

/** How many of a hundred requests are kept in memory once they are over and counted. */
async function keptBy(counter: RateLimiterMemory): Promise<number> {
  const kept = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      const store = { head: "x".repeat(1000) };
      await request.run(store, async () => {
        await counter.consume(`consumed ${n}`);
        await counter.penalty(`penalised ${n}`);
        await counter.penalty(`taken back ${n}`, 2);
        await counter.reward(`taken back ${n}`);
      });
      return new WeakRef(store);
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
  collectGarbage();
  return kept.filter((store) => store.deref()).length;
}

describe("what is counted in a request", () => {
  test("keeps nothing of it", async () => {
    expect(await keptBy(new MemoryCounter(limits))).toBeLessThan(5);
  });

  test("keeps all of it for an hour by the library's own timers (broken twin)", async () => {
    expect(await keptBy(new RateLimiterMemory(limits))).toBe(100);
  });

  test("is counted by the library's own counter nowhere", () => {
    const sources = globSync(`${import.meta.dirname}/../**/*.ts`).filter((path) => !path.endsWith(".test.ts"));
    const own = sources.filter((path) => /new RateLimiterMemory\b/.test(readFileSync(path, "utf8")));
    expect(sources.length).toBeGreaterThan(200);
    expect(own).toEqual([]);
  });
});
