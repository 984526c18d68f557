import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, describe, expect, test, vi } from "vitest";
import { endpoints } from "../src/http/serve.ts";
import { pathOf } from "./caller.ts";
import { openServer } from "./harness.ts";

const saha = await openServer();
afterAll(saha.close);
const { pool } = saha.core.database;
const poolSize = pool.options.max ?? 0;

const of = (n: number) => ({
  name: `nobody${n}`,
  email: `nobody${n}@saha.example`,
  // Of the letters of invitation codes.
  letters: String(n).replace(/[01]/g, "A").padStart(4, "B"),
});
const twice = { password: "kalima-sirriya-77", password_confirmation: "kalima-sirriya-77" };

/** What a stranger sends to each public call that takes a body, another each time. */
const bodies: Record<string, (n: number) => object> = {
  "auth.login": (n) => ({ identifier: of(n).email, password: twice.password }),
  "auth.register": (n) => ({ username: of(n).name, email: of(n).email, ...twice }),
  "auth.verification": (n) => ({ email: of(n).email, otp: "123456" }),
  "auth.sendVerification": (n) => ({ email: of(n).email }),
  "auth.recoverPassword": (n) => ({ email: of(n).email }),
  "auth.resetPassword": (n) => ({ email: of(n).email, otp: "123456", ...twice }),
  "invitations.opened": (n) => ({ code: `ABCD-EFGH-${of(n).letters}` }),
};

const open = endpoints().filter(({ endpoint }) => endpoint.access === "public");
// Each on a connection of its own, of which a test has 256.
const crowd = 18;

/** Asks every public call so many times, each for something else. */
function askAll() {
  return open.flatMap(({ name, endpoint }) =>
    Array.from({ length: crowd }, (_, n) => {
      const params = Object.keys(endpoint.params?.shape ?? {}).map((param) => [param, 1_000_000 + n]);
      const body = bodies[name]?.(n);
      const headers = {
        ...(body && { "content-type": "application/json" }),
        "x-refresh-token": `a refresh token that nobody has ${n}`,
      };
      const sent = { headers, ...(body && { body: JSON.stringify(body) }) };
      return saha.send(endpoint.method, pathOf(endpoint, Object.fromEntries(params)), sent);
    }),
  );
}

/** How many connections are taken or waited for, once no more are: all tables are held from whoever reads them. */
async function takenByAll() {
  const taken = () => pool.totalCount - pool.idleCount + pool.waitingCount;
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(saha.owner);
  const { most, asked } = await saha.owner.transaction().execute(async (tx) => {
    const tables = sql.join(rows.map(({ name }) => sql.table(name)));
    await sql`lock table ${tables} in access exclusive mode`.execute(tx);
    const asked = askAll();
    await expect.poll(taken, { timeout: 10_000 }).toBeGreaterThan(0);
    for (let same = 0, before = 0; same < 10; before = taken()) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      same = taken() === before ? same + 1 : 0;
    }
    return { most: taken(), asked };
  });
  return { most, statuses: new Set((await Promise.all(asked)).map(({ status }) => status)) };
}

/** How many connections are taken or waited for while a crowd signs out, of which none comes to an end. */
async function takenBySigningOut() {
  const taken = () => pool.totalCount - pool.idleCount + pool.waitingCount;
  const crowd = await Promise.all(Array.from({ length: poolSize + 4 }, () => saha.given.user()));
  const { most, asked } = await saha.owner.transaction().execute(async (tx) => {
    await sql`lock table sessions in share mode`.execute(tx);
    const asked = crowd.map(({ refreshToken }) =>
      saha.send("DELETE", "/api/auth/logout", { headers: { "x-refresh-token": refreshToken } }),
    );
    await expect.poll(taken, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
    await sleep(300);
    return { most: taken(), asked };
  });
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([204]));
  return most;
}

test("a crowd that signs out leaves connections to the database to others; none without its line (broken twin)", async () => {
  expect(await takenBySigningOut()).toBe(3);
  const line = vi.spyOn(saha.core.limits, "signInsTurn").mockImplementation((_turn, work) => work());
  expect(await takenBySigningOut()).toBeGreaterThan(poolSize);
  line.mockRestore();
});

describe("a crowd of strangers who ask for what is not there, each for something else", () => {
  test("has a body for each public call that takes one", () => {
    const taking = open.filter(({ endpoint }) => endpoint.body).map(({ name }) => name);
    expect(Object.keys(bodies).sort()).toEqual(taking.sort());
  });

  test("leaves connections to the database to others; none without the strangers' line (broken twin)", async () => {
    const { most, statuses } = await takenByAll();
    // Two in their line, four for those who type an address, and one or two for each kind of what all who ask share.
    expect(most).toBeLessThan(poolSize);
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    const line = vi.spyOn(saha.core.limits, "strangersTurn").mockImplementation((_turn, work) => work());
    expect((await takenByAll()).most).toBeGreaterThan(poolSize);
    line.mockRestore();
  });

  test("asks the database once a second whether the server is ready", async () => {
    const taken = vi.fn();
    pool.on("acquire", taken);
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 100 }, () => saha.send("GET", "/api/health/ready")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(taken.mock.calls.length).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began) / 950));
    pool.off("acquire", taken);
  });
});
