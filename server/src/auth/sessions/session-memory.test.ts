import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { api } from "@saha/contract";
import { afterAll, expect, test } from "vitest";
import { openServer } from "../../../test/harness.ts";

const saha = await openServer();
afterAll(saha.close);

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
function bytesOfBuffers(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

test("a hundred sessions that were seen once keep no buffers of what was read of them", async () => {
  const members = await Promise.all(Array.from({ length: 100 }, () => saha.given.user()));
  await members[0]?.call(api.auth.me);
  const before = bytesOfBuffers();
  for (const member of members) {
    expect((await member.call(api.auth.me)).status).toBe(200);
    // Node cuts small buffers from slabs of 64 KB; in an evening others fill the rest of each.
    for (let n = 0; n < 20; n++) Buffer.from("x".repeat(4000));
  }
  // What is collected is given back by a thread of its own, a moment later on a busy machine.
  await expect.poll(() => bytesOfBuffers() - before).toBeLessThan(1_500_000);
});
