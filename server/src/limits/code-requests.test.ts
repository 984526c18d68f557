import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openCodeRequests } from "./code-requests.ts";
import { openCounters } from "./counters.ts";

/** How many mails leave when so many accounts of one network ask for `each` of them, to strangers' addresses. */
async function mailsOf(accounts: number, each: number, ip: string, factor = 1): Promise<number> {
  const requests = openCodeRequests(openCounters(undefined), () => factor);
  let left = 0;
  for (let userId = 1; userId <= accounts; userId++) {
    for (let n = 0; n < each; n++) {
      await requests.mail({ userId, ip }).then(
        () => left++,
        (problem: { code: string }) => expect(problem.code).toBe("auth.too_many_codes"),
      );
    }
  }
  return left;
}

test("letters of a network are numbered by the minute, those of a site together, of settled accounts apart", async () => {
  const { turn } = openCodeRequests(openCounters(undefined), () => 1);
  const asked = ["198.51.100.1", "198.51.100.1", "198.51.100.2", "2001:db8:0:1::1", "2001:db8:0:2::1"];
  const turns: number[] = [];
  for (const ip of asked) turns.push(await turn({ ip }));
  for (const ip of asked.slice(0, 2)) turns.push(await turn({ ip, isSettled: true }));
  for (const userId of [1, 2, 2]) turns.push(await turn({ userId }));
  expect(turns).toEqual([1, 2, 1, 1, 2, 1, 2, 1, 1, 2]);
});

test("words after a plus lead to one mailbox, whose codes a network asks for ten times an hour", async () => {
  const requests = openCodeRequests(openCounters(undefined), () => 1);
  const ask = (address: string, n: number) =>
    requests.ask({ address, purpose: "verification", ip: "198.51.100.1", device: `device ${n}`, isOwn: true });
  for (let n = 0; n < 10; n++) await ask(`victim+${n}@example.com`, n);
  await expect(ask("victim+a+b@example.com", 11)).rejects.toMatchObject({ code: "auth.too_many_codes" });
  await expect(ask("victim@example.com", 12)).rejects.toMatchObject({ code: "auth.too_many_codes" });
  await ask("other+victim@example.com", 13);
  for (let n = 0; n < 11; n++) await ask(`+96650000${n}@gateway.example`, n);
});

describe("mails to addresses that nobody has shown to be their own", () => {
  test("are five an hour for each account, and 300 for each network, whoever asks there", async () => {
    expect(await mailsOf(1, 50, "198.51.100.1")).toBe(5);
    expect(await mailsOf(100, 5, "198.51.100.1")).toBe(300);
    expect(await mailsOf(0, 0, "198.51.100.1")).toBe(0);
  });

  test("of an account are forgotten alone: those of its network stay", async () => {
    const requests = openCodeRequests(openCounters(undefined), () => 1);
    const left = async () => {
      const asked = Array.from({ length: 10 }, () => requests.mail({ userId: 1, ip: "198.51.100.1" }));
      return (await Promise.allSettled(asked)).filter(({ status }) => status === "fulfilled").length;
    };
    for (let n = 0; n < 60; n++) {
      expect(await left()).toBe(5);
      await requests.clear(1);
    }
    expect(await left()).toBe(0);
  });

  test("are counted for registrations too, which have no account yet; a neighbouring network is counted apart", async () => {
    const requests = openCodeRequests(openCounters(undefined), () => 1);
    for (let n = 0; n < 300; n++) await requests.mail({ ip: "198.51.100.1" });
    await expect(requests.mail({ ip: "198.51.100.1" })).rejects.toMatchObject({ code: "auth.too_many_codes" });
    await requests.mail({ ip: "203.0.113.1" });
  });

  test("are eight times as many for all networks of an IPv6 site", async () => {
    const requests = openCodeRequests(openCounters(undefined), () => 1);
    const asked = Array.from({ length: 3_000 }, (_, n) =>
      requests.mail({ ip: `2001:db8:7:${(n % 20).toString(16)}::1` }),
    );
    expect((await Promise.allSettled(asked)).filter(({ status }) => status === "fulfilled")).toHaveLength(2_400);
  });

  test("are twenty times as many in a venue's network", async () => {
    expect(await mailsOf(1300, 5, "198.51.100.1", 20)).toBe(6000);
  });

  test("would be five for each account that somebody makes, without the network's cap (broken twin)", async () => {
    expect(await mailsOf(100, 5, "198.51.100.1", 1_000_000)).toBe(500);
  });
});

describe("codes for one address, from ever new devices that registered it", () => {
  const address = "somebody@example.org";
  /** How many of 40 registrations of one network mail a code to the address. */
  async function mailed(requests: ReturnType<typeof openCodeRequests>, ip: string): Promise<number> {
    const asked = Array.from({ length: 40 }, (_, n) =>
      requests.ask({ address, purpose: "verification", ip, device: `device ${ip} ${n}`, isOwn: true }),
    );
    return (await Promise.allSettled(asked)).filter(({ status }) => status === "fulfilled").length;
  }

  test("are ten an hour for a network; its owner has them elsewhere, and recovers the password here", async () => {
    const requests = openCodeRequests(openCounters(undefined), () => 1);
    expect(await mailed(requests, "198.51.100.1")).toBe(10);
    const own = { address, device: "the owner's", isOwn: true };
    await requests.ask({ ...own, purpose: "recovery", ip: "198.51.100.1" });
    await requests.ask({ ...own, purpose: "verification", ip: "203.0.113.1" });
  });

  /** How many registrations mail a code to the address, 40 from each of 20 networks of one IPv6 site. */
  async function mailedFromSite(requests: ReturnType<typeof openCodeRequests>): Promise<number> {
    let all = 0;
    for (let n = 0; n < 20; n++) all += await mailed(requests, `2001:db8:7:${n.toString(16)}::1`);
    return all;
  }

  test("are twenty an hour for all networks of an IPv6 site; another site has its own", async () => {
    const requests = openCodeRequests(openCounters(undefined), () => 1);
    expect(await mailedFromSite(requests)).toBe(20);
    expect(await mailed(requests, "2001:db8:8::1")).toBe(10);
  });

  test("would be ten for each of its networks (broken twin)", async () => {
    const times = { codes: 1_000_000, mails: 1_000_000 };
    expect(await mailedFromSite(openCodeRequests(openCounters(undefined), () => 1, 10, times))).toBe(200);
  });

  test("would be as many as there are registrations (broken twin)", async () => {
    const requests = openCodeRequests(openCounters(undefined), () => 1, Number.MAX_SAFE_INTEGER);
    expect(await mailed(requests, "198.51.100.1")).toBe(40);
  });
});

describe("recoveries of one address, from ever new devices", () => {
  const hours = 3_600_000;
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const open = (beyondFirst?: number) =>
    openCodeRequests(openCounters(undefined), () => 1, undefined, undefined, undefined, beyondFirst);
  /** How many mail a code of `many` asked for from there in each hour of a day. */
  async function mailed(requests: ReturnType<typeof open>, ip: string, many: number): Promise<number> {
    let all = 0;
    for (let hour = 0; hour < 20; hour++) {
      const asked = Array.from({ length: many }, (_, n) =>
        requests.ask({
          address: "somebody@example.org",
          purpose: "recovery",
          ip,
          device: `${ip} ${hour} ${n}`,
          isOwn: false,
        }),
      );
      all += (await Promise.allSettled(asked)).filter(({ status }) => status === "fulfilled").length;
      vi.advanceTimersByTime(hours);
    }
    return all;
  }

  test("leave the owner some elsewhere, however often one network asks; twenty a day in all", async () => {
    const requests = open();
    expect(await mailed(requests, "198.51.100.1", 30)).toBe(14);
    for (const [ip, sent] of [
      ["203.0.113.1", 2],
      ["2001:db8:7:1::1", 2],
      ["2001:db8:7:2::1", 0],
      ["192.0.2.1", 2],
      ["192.0.2.2", 0],
    ] as const) {
      const asked = Array.from({ length: 5 }, (_, n) =>
        requests.ask({ address: "somebody@example.org", purpose: "recovery", ip, device: `${ip} ${n}`, isOwn: false }),
      );
      expect((await Promise.allSettled(asked)).filter(({ status }) => status === "fulfilled")).toHaveLength(sent);
    }
  });

  test("would be used up by one network in a morning (broken twin)", async () => {
    const requests = open(20);
    expect(await mailed(requests, "198.51.100.1", 30)).toBe(20);
  });
});

/** How many of 80 recoveries on as many known devices of an account, on one network, mail a code. */
async function recovered(requests: ReturnType<typeof openCodeRequests>): Promise<number> {
  const own = { address: "somebody@example.org", purpose: "recovery", ip: "198.51.100.1", isOwn: true };
  const asked = Array.from({ length: 80 }, (_, n) => requests.ask({ ...own, device: `device ${n}` }));
  return (await Promise.allSettled(asked)).filter(({ status }) => status === "fulfilled").length;
}

test("recoveries on all known devices of an account are forty a day, beyond them ten an hour as of any stranger", async () => {
  expect(await recovered(openCodeRequests(openCounters(undefined), () => 1))).toBe(50);
});

test("would be as many as somebody makes devices known (broken twin)", async () => {
  const times = { codes: 2, mails: 8 };
  const requests = openCodeRequests(openCounters(undefined), () => 1, 10, times, Number.MAX_SAFE_INTEGER);
  expect(await recovered(requests)).toBe(80);
});

test("an owner is told of five changes of the address an hour, each account by itself", async () => {
  const requests = openCodeRequests(openCounters(undefined), () => 1);
  const told = await Promise.all(Array.from({ length: 300 }, () => requests.tell(1)));
  expect(told.filter(Boolean)).toHaveLength(5);
  expect(await requests.tell(2)).toBe(true);
});
