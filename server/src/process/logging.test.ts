import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { fewLines } from "./few-lines.ts";
import { openLog, pathOf } from "./logging.ts";

const script = join(import.meta.dirname, "..", "..", "test", "logging-application.ts");

test("a reader that stands still costs bounded memory, hears how much is missing, and the last line at the end", async () => {
  const child = spawn(process.execPath, ["--expose-gc", script], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [grown] = await once(child.stderr, "data");
  expect(Number(grown)).toBeLessThan(40);
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  await vi.waitFor(() => expect(text.includes("that could not be written in time")).toBe(true), { timeout: 10_000 });
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([0, null]);
  const lines = text.trim().split("\n");
  const read = lines.map((line) => JSON.parse(line) as { msg: string; dropped?: number });
  const flood = read.filter(({ msg }) => msg === "flood").length;
  expect(flood).toBeGreaterThan(10_000);
  expect(flood + (read.find(({ dropped }) => dropped)?.dropped ?? 0)).toBe(60_000);
  expect(read.at(-1)?.msg).toBe("the last line");
}, 30_000);

describe("an error that comes with every request", () => {
  test("is written fifty times a second, the others are counted; other sentences and other statuses are too", async () => {
    const lines: { msg: string; leftOut?: object; status?: number }[] = [];
    const log = openLog({ logLevel: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
    for (let i = 0; i < 300; i += 1) log.child({ reqId: i }).error({ err: new Error(`no ${i}`) }, "unforeseen error");
    for (let i = 0; i < 200; i += 1) log.error({ status: 503 }, "answered");
    log.error({ status: 500 }, "answered");
    log.warn("something else");
    for (let i = 0; i < 300; i += 1) log.info("said");
    const counts = (sentence: string) => lines.filter(({ msg }) => msg === sentence).length;
    expect([counts("unforeseen error"), counts("something else"), counts("said")]).toEqual([50, 1, 300]);
    expect(lines.filter(({ status }) => status === 503)).toHaveLength(50);
    expect(lines.filter(({ status }) => status === 500)).toHaveLength(1);
    await sleep(1_100);
    expect(lines.at(-1)?.leftOut).toEqual({ "unforeseen error": 250, "answered 503": 150 });
    log.error("unforeseen error");
    expect(counts("unforeseen error")).toBe(51);
  });
});

test("of an error the log holds what it is, and nothing that a library hung on it", () => {
  const lines: string[] = [];
  const log = openLog({ logLevel: "info" }, { write: (line) => void lines.push(line) });
  const command = { name: "hello", args: ["3", "AUTH", "saha", "a password"] };
  const cause = Object.assign(new Error("turned away"), { code: "WRONGPASS", command, detail: "Key (email)=(a@b.c)" });
  log.warn({ err: cause }, "Redis can't be reached");
  expect(JSON.parse(lines[0] ?? "").err).toMatchObject({ type: "Error", message: "turned away", code: "WRONGPASS" });
  expect(lines[0]).toContain("logging.test.ts");
  expect(lines[0]).not.toMatch(/a password|a@b\.c/);
});

describe("few lines", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("of each kind are written in each second, and all of the others are told of once", () => {
    const told: object[] = [];
    const few = fewLines(2, (leftOut) => told.push(leftOut));
    const take = (kind: number, times: number) => Array.from({ length: times }, () => few.take(kind)).filter(Boolean);
    expect([take(404, 5).length, take(401, 1).length]).toEqual([2, 1]);
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual([{ 404: 3 }]);
    expect(take(404, 3).length).toBe(2);
    few.end();
    vi.advanceTimersByTime(5_000);
    expect(told).toEqual([{ 404: 3 }, { 404: 1 }]);
  });

  test("kinds without end are one kind", () => {
    const told: object[] = [];
    const few = fewLines(1, (leftOut) => told.push(leftOut));
    const taken = Array.from({ length: 5_000 }, (_, i) => few.take(`/${i}`)).filter(Boolean);
    expect(taken.length).toBe(101);
    few.end();
    expect(told).toEqual([{ others: 4_899 }]);
  });
});

test("a path is cut after its masking, so that no half of a token is left", () => {
  expect(pathOf(`/api/${'"'.repeat(2_000)}`)).toBe(`/api/${'"'.repeat(115)}…`);
  expect(pathOf(`/api/${"%22".repeat(30)}/${"t".repeat(43)}`)).toBe(`/api/${"%22".repeat(30)}/…`);
});
