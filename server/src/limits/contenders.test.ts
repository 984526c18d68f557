import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { openLog } from "../process/logging.ts";
import { deriveKeys } from "../process/secrets.ts";
import { openFairQueue, type Turn } from "./fair-queue.ts";
import { type Limits, openLimits } from "./limits.ts";

const memberOf = (ip: string, account: number): Turn => ({ ip, account, isOfNetwork: true });

/** How many of a network's 300 readings are done before somebody elsewhere has reserved, beside ten of its own. */
async function readingsBefore(
  limits: Pick<Limits, "membersTurn">,
  contendersTurn: Limits["contendersTurn"],
): Promise<number> {
  let done = 0;
  const read = async (account: number) => {
    await limits.membersTurn(memberOf("192.0.2.1", account), () => sleep(2));
    done++;
  };
  const reading = Array.from({ length: 300 }, (_, account) => read(account));
  const reserve = (turn: Turn) => contendersTurn(turn, () => sleep(2));
  const reserving = Array.from({ length: 10 }, (_, nth) => reserve(memberOf("192.0.2.1", 290 + nth)));
  await reserve(memberOf("198.51.100.1", 1000));
  const before = done;
  await Promise.all([...reading, ...reserving]);
  return before;
}

const open = () =>
  openLimits({
    redis: undefined,
    log: openLog({ logLevel: "silent" }),
    config: { venueNetworks: [], trustProxy: [] },
    keys: deriveKeys("a secret of tests, of more than 32 letters"),
  });

/** How many of 300 accounts of a hall that press every other minute are served before a guest who presses then. */
async function pressesBefore(contendersTurn: Limits["contendersTurn"]): Promise<number> {
  let clock = 0;
  const now = vi.spyOn(performance, "now").mockImplementation(() => clock);
  let done = 0;
  const press = async (account: number) => {
    await contendersTurn(memberOf("192.0.2.1", account), async () => {});
    done++;
  };
  const all = () => Array.from({ length: 300 }, (_, account) => press(account));
  for (let minutes = 0; minutes < 20; minutes += 2) {
    await Promise.all(all());
    clock += 120_000;
  }
  done = 0;
  const pressing = all();
  await contendersTurn(memberOf("192.0.2.1", 1000), async () => {});
  const before = done;
  await Promise.all(pressing);
  now.mockRestore();
  return before;
}

test("accounts that press now and then all evening stand behind a guest; before, where a minute is remembered (broken twin)", async () => {
  expect(await pressesBefore(open().contendersTurn)).toBeLessThan(20);

  const twin = openFairQueue({ concurrency: 6, maxWaiting: Number.POSITIVE_INFINITY, isFewestFirst: true });
  expect(await pressesBefore(twin)).toBeGreaterThanOrEqual(280);
});

test("whoever reserves waits behind nobody's readings; behind all of them where six wait for their own turns (broken twin)", async () => {
  const limits = open();
  expect(await readingsBefore(limits, limits.contendersTurn)).toBeLessThan(100);

  const contenders = openFairQueue({ concurrency: 6, maxWaiting: Number.POSITIVE_INFINITY, isFewestFirst: true });
  const twin: Limits["contendersTurn"] = (turn, work) => contenders(turn, () => limits.membersTurn(turn, work));
  expect(await readingsBefore(limits, twin)).toBeGreaterThanOrEqual(280);
});
