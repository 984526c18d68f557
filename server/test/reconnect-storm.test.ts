import { fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { Role } from "@saha/contract";
import { createSigner } from "fast-jwt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deriveKeys } from "../src/process/secrets.ts";
import { sessionHeaders, type Tokens } from "./caller.ts";
import { openListener } from "./listener.ts";
import type { PhonesState } from "./phones.ts";
import { until } from "./running-application.ts";
import type { Member } from "./rush.ts";
import { full } from "./soak.ts";
import { openWholeApplication } from "./whole-application.ts";
import { openWire } from "./wire.ts";

const count = full({ full: 10_000, otherwise: 300 });
const timeout = full({ full: 600_000, otherwise: 120_000 });
const saha = await openWholeApplication("reconnect");
const wire = openWire(saha.address);
const opened: (() => void)[] = [];

beforeAll(saha.start, 120_000);
afterAll(async () => {
  for (const close of opened) close();
  wire.close();
  await saha.close();
});

/** Phones of so many people, half an hour after they have signed in: by then no access token is young enough. */
async function openPhones(people: number, tokensOf: (member: Required<Tokens>) => Tokens = (tokens) => tokens) {
  const rush = await saha.rush();
  const members = await rush.members(Role.User, people);
  await rush.close();
  const sign = createSigner({
    key: deriveKeys(saha.secret).accessToken,
    algorithm: "HS256",
    clockTimestamp: Date.now() - 1_800_000,
    expiresIn: "15m",
  });
  const agedOf = ({ id, accessToken, refreshToken }: Member) => {
    const { sid } = JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString());
    return tokensOf({ accessToken: sign({ sub: id, sid }), refreshToken });
  };
  const child = fork(new URL("phones.ts", import.meta.url));
  const close = () => void child.kill("SIGKILL");
  opened.push(close);
  let state: PhonesState = { connected: 0, signedOut: 0, refused: 0 };
  child.on("message", (now: PhonesState) => {
    state = now;
  });
  child.send({ port: saha.port, sessions: members.map(agedOf) });
  return { members, state: () => state, close };
}

/** Kills the application and starts it anew. */
async function restart(meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  const { application } = saha.pids();
  process.kill(application, "SIGKILL");
  await meanwhile();
  await saha.start();
}

/** Somebody who looks at the own screen all the time until `isOver`; milliseconds of each answer. */
async function looks({ accessToken, refreshToken }: Member, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const headers = sessionHeaders({ accessToken, refreshToken });
  while (!isOver()) {
    const began = performance.now();
    const { status } = await wire.send("GET", "/api/auth/me", { headers });
    expect(status).toBe(200);
    times.push(performance.now() - began);
    await sleep(20);
  }
  return times.sort((one, other) => one - other);
}

async function oneMember(): Promise<Member> {
  const rush = await saha.rush();
  const [member] = await rush.members(Role.User, 1);
  await rush.close();
  if (!member) throw new Error("Nobody is signed in");
  return member;
}

test(
  `${count} phones are back after a restart, whose access tokens have run out, and nobody is signed out`,
  async () => {
    const phones = await openPhones(count);
    await until("connected", () => phones.state().connected === count, timeout);
    const honest = await oneMember();
    await restart();
    const began = performance.now();
    const isBack = () => phones.state().connected === count;
    const [times] = await Promise.all([looks(honest, isBack), until("back", isBack, timeout)]);
    const seconds = (performance.now() - began) / 1000;
    expect(phones.state()).toEqual({ connected: count, signedOut: 0, refused: 0 });
    const median = times[Math.floor(times.length / 2)] ?? 0;
    process.stdout.write(`  ${count} back in ${seconds.toFixed(1)} s; others' median ${median.toFixed(0)} ms\n`);
    expect(median).toBeLessThan(1000);
    phones.close();
  },
  timeout,
);

test("without their refresh tokens the same phones would all be signed out (broken twin)", async () => {
  const people = 20;
  const phones = await openPhones(people, ({ accessToken }) => ({ accessToken, refreshToken: "" }));
  await until("signed out", () => phones.state().signedOut === people, timeout);
  expect(phones.state().connected).toBe(0);
  phones.close();
});

test(
  `${count} phones whose sessions were ended meanwhile leave the server to their neighbours`,
  async () => {
    const phones = await openPhones(count);
    await until("connected", () => phones.state().connected === count, timeout);
    const honest = await oneMember();
    await restart(async () => {
      const rush = await saha.rush();
      const ids = phones.members.map(({ id }) => id);
      await rush.database.query
        .updateTable("sessions")
        .set({ revokedAt: new Date().toISOString() })
        .where("userId", "in", ids)
        .execute();
      await rush.close();
    });
    const isOver = () => phones.state().signedOut === count;
    const [times] = await Promise.all([looks(honest, isOver), until("signed out", isOver, timeout)]);
    const median = times[Math.floor(times.length / 2)] ?? 0;
    process.stdout.write(`  ${count} signed out; others' median ${median.toFixed(0)} ms\n`);
    expect(median).toBeLessThan(1000);
    // Behind the same address, whose handshakes are refused before the upgrade by now.
    const listener = openListener(saha.address, honest);
    expect((await listener.handshake).isOpen).toBe(true);
    listener.close();
    phones.close();
  },
  timeout,
);
