import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { picture, svg } from "../../test/picture-bytes.ts";
import { openRenderer, type RendererLimits } from "./renderer.ts";

const folder = mkdtempSync(join(tmpdir(), "saha-renderer-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** More milliseconds than any of these pictures takes. */
const ample = 15_000;
let count = 0;
async function upload(bytes: Buffer | Promise<Buffer>) {
  const from = join(folder, `${++count}`);
  writeFileSync(from, await bytes);
  return { from, to: `${from}.webp` };
}
/** Drawn by nobody within its time. */
const shapes = Array.from({ length: 20 }, (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}"/>`.repeat(4)}</g>`);
const slow = () =>
  svg('viewBox="0 0 9 9"', `<g id="g0"><rect width="1" height="1"/></g>${shapes.slice(0, 6).join("")}`);

test("staff go first, accounts take turns, and those who left are not drawn", async () => {
  const renderer = openRenderer();
  const order: string[] = [];
  const draw = async (name: string, turn: object) => {
    const { from, to } = await upload(logo());
    return () =>
      renderer.render(from, to, { ip: "198.51.100.1", ...turn }).then(
        () => order.push(name),
        (problem: { code: string }) => order.push(`${name}: ${problem.code}`),
      );
  };
  const asked = [
    await draw("first", { account: 1 }),
    await draw("one a", { account: 1 }),
    await draw("one b", { account: 1 }),
    await draw("one c", { account: 1 }),
    await draw("gone", { account: 3, hasLeft: () => true }),
    await draw("two", { account: 2 }),
    await draw("staff", { account: 9, known: "account 9" }),
  ];
  await Promise.all(asked.map((ask) => ask()));
  renderer.close();
  expect(order.filter((name) => !name.startsWith("gone"))).toEqual([
    "first",
    "staff",
    "one a",
    "two",
    "one b",
    "one c",
  ]);
  expect(order).toContain("gone: request.timeout");
});

test("all of one account's pictures would go before the next one's without turns (broken twin)", async () => {
  const renderer = openRenderer({ slowAfter: ample });
  const order: string[] = [];
  const names = ["first", "one a", "one b", "two"];
  const made = await Promise.all(names.map(() => upload(picture("png", { width: 40, height: 40 }))));
  // As it was: one line for everybody.
  await Promise.all(made.map(({ from, to }, at) => renderer.render(from, to).then(() => order.push(names[at] ?? ""))));
  renderer.close();
  expect(order).toEqual(names);
});

test("the first picture of an account is drawn, however many of its network send theirs again", async () => {
  const renderer = openRenderer({ maxWaiting: 4, slowAfter: ample });
  const made = await upload(picture("png", { width: 40, height: 40 }));
  const send = (account: number) =>
    renderer.render(made.from, `${made.to}-${++count}`, { ip: "198.51.100.1", account, isOfNetwork: true }).then(
      () => "drawn",
      (problem: { code: string }) => problem.code,
    );
  const accounts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  // Who waits for nobody takes no turn.
  for (const at of [0, 4, 8]) await Promise.all([100, ...accounts.slice(at, at + 4)].map(send));
  const flood = accounts.slice(0, 6).map(send);
  const first = send(99);
  flood.push(...accounts.slice(6).map(send));
  expect(await first).toBe("drawn");
  expect((await Promise.all(flood)).filter((outcome) => outcome === "server.busy")).toHaveLength(8);
  renderer.close();
});

/** A picture that takes some hundredths of a second. */
const large = () => picture("png", { width: 600, height: 600 });
const small = () => picture("png", { width: 40, height: 40 });

/**
 * In which order pictures are made that are sent at once, after some that were sent one by one. The process of the slow
 * ones stands still until the last that is sent is drawn: no race of two processes decides.
 */
async function orderOf(
  sent: [account: number, bytes: Buffer][],
  before: typeof sent = [],
  limits: Partial<RendererLimits> = {},
): Promise<string[]> {
  const renderer = openRenderer({ idle: 600_000, slowAfter: ample, ...limits });
  const order: string[] = [];
  const prepare = async ([account, bytes]: (typeof sent)[number]) => {
    const { from, to } = await upload(bytes);
    return () =>
      renderer.render(from, to, { ip: "198.51.100.1", account }).then(() => order.push(`account ${account}`));
  };
  const draw = async (each: (typeof sent)[number]) => (await prepare(each))();
  try {
    await draw([9, await small()]);
    const quick = renderProcesses();
    await draw([9, logo()]);
    const slow = renderProcesses().filter((pid) => !quick.includes(pid));
    expect(slow).toHaveLength(1);
    for (const each of before) await draw(each);
    order.length = 0;
    const asked = await Promise.all(sent.map(prepare));
    for (const pid of slow) process.kill(pid, "SIGSTOP");
    const drawn = asked.map((ask) => ask());
    await drawn.at(-1);
    for (const pid of slow) process.kill(pid, "SIGCONT");
    await Promise.all(drawn);
  } finally {
    renderer.close();
  }
  return order;
}

/** The processes that this one started to draw pictures. */
function renderProcesses(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => read(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ")[1] === `${process.pid}`)
    .filter((pid) => read(`/proc/${pid}/cmdline`).includes("render-process"))
    .map(Number);
}

/** A file's text; nothing of one that is gone. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** In which order pictures are made: of three accounts, and of a fourth that comes after them. */
async function orderAfter(
  picture: () => Buffer | Promise<Buffer>,
  limits: Partial<RendererLimits> = {},
): Promise<string[]> {
  const bytes = await picture();
  return orderOf([...[1, 2, 3].map((account): [number, Buffer] => [account, bytes]), [4, await small()]], [], limits);
}

test("whoever sends an ordinary picture waits for nobody whose pictures took long together", async () => {
  const sent: [number, Buffer] = [1, await picture("png", { width: 1500, height: 1500 })];
  const before = Array.from({ length: 6 }, () => sent);
  expect(await orderOf([sent, [4, await small()]], before, { slowAfter: 1000 })).toEqual(["account 4", "account 1"]);
  expect(await orderOf([sent, [4, await small()]])).toEqual(["account 1", "account 4"]);
});

test("a second picture of an account waits among the slow ones for as long as its first is not done", async () => {
  const order = await orderOf([
    [1, await small()],
    [1, await picture("png", { width: 1500, height: 1500 })],
    [2, await small()],
  ]);
  expect(order).toEqual(["account 1", "account 2", "account 1"]);
});

test("so it is for drawings and large pictures, the first time too", async () => {
  expect((await orderAfter(() => layers(100)))[0]).toBe("account 4");
  expect((await orderAfter(large, { quickPixels: 2000 }))[0]).toBe("account 4");
});

test("whoever comes after them waits for all of them in one line (broken twin)", async () => {
  const order = await orderAfter(large);
  expect(order).toEqual(["account 1", "account 2", "account 3", "account 4"]);
});

test("what takes longer than its header says is ended among the quick ones, and drawn among the slow", async () => {
  const renderer = openRenderer({ slowAfter: 1 });
  const { from, to } = await upload(large());
  await renderer.render(from, to, { ip: "198.51.100.1", account: 1 });
  renderer.close();
  expect(existsSync(to)).toBe(true);
});

test("a drawing has less time than a photograph", async () => {
  const renderer = openRenderer({ timeout: 15_000, drawingTimeout: 1 });
  const drawing = await upload(slow());
  await expect(renderer.render(drawing.from, drawing.to)).rejects.toMatchObject({ code: "file.broken" });
  const photograph = await upload(picture("png", { width: 40, height: 40 }));
  await renderer.render(photograph.from, photograph.to);
  renderer.close();
});

const program = new URL("render-process.ts", import.meta.url);
/** Few enough elements for its reading; drawing its layers takes most machines a minute. */
const bomb = () => layers(5000);
function layers(number: number): Buffer {
  return svg('viewBox="0 0 9 9"', '<g opacity=".9"><rect width="9" height="9"/></g>'.repeat(number));
}
const logo = () => svg('viewBox="0 0 9 9"', '<rect width="9" height="9"/>');

/** The usual program, which needs some seconds to come up, as on a busy machine. */
async function startsAfter(ms: number): Promise<string> {
  const { from } = await upload(
    Buffer.from(`await new Promise((up) => setTimeout(up, ${ms}));\nawait import(${JSON.stringify(program.href)});`),
  );
  renameSync(from, `${from}.mjs`);
  return `${from}.mjs`;
}

/** The processes that draw for this one, each with the priorities of its threads. */
function processes(): { pid: string; nice: number[] }[] {
  const read = (pid: string) => {
    try {
      const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
      const isOurs = Number(parent) === process.pid;
      if (!isOurs || !readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(program.pathname)) return [];
      const threads = readdirSync(`/proc/${pid}/task`);
      const fields = threads.map((id) => readFileSync(`/proc/${pid}/task/${id}/stat`, "utf8").split(") ")[1]);
      return [{ pid, nice: [...new Set(fields.map((of) => Number(of?.split(" ")[16])))] }];
    } catch {
      return [];
    }
  };
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? read(name) : []));
}

test("a start counts against no drawing, also not after a bomb", async () => {
  const renderer = openRenderer({ drawingTimeout: 1_000 }, await startsAfter(1_500));
  const [first, held, next] = await Promise.all([upload(logo()), upload(bomb()), upload(logo())]);
  await renderer.render(first.from, first.to);
  await expect(renderer.render(held.from, held.to)).rejects.toMatchObject({ code: "file.broken" });
  await renderer.render(next.from, next.to);
  renderer.close();
  expect(existsSync(first.to) && existsSync(next.to)).toBe(true);
}, 60_000);

test("a process that gets no processor time makes no picture broken", async () => {
  const renderer = openRenderer({ drawingTimeout: 300 });
  const [first, later] = await Promise.all([upload(logo()), upload(logo())]);
  await renderer.render(first.from, first.to);
  const pid = Number(processes()[0]?.pid);
  process.kill(pid, "SIGSTOP");
  const drawn = renderer.render(later.from, later.to);
  await sleep(500);
  process.kill(pid, "SIGCONT");
  await drawn;
  renderer.close();
  expect(existsSync(later.to)).toBe(true);
});

test("a process that does not come up makes the server busy, the picture not broken", async () => {
  const renderer = openRenderer({ startTimeout: 300 }, await startsAfter(60_000));
  const ended = openRenderer({}, join(folder, "no such program.mjs"));
  const drawing = await upload(logo());
  for (const each of [renderer, renderer, ended, ended]) {
    await expect(each.render(drawing.from, drawing.to)).rejects.toMatchObject({ code: "server.busy" });
    each.close();
  }
});

test("after a bomb the next process starts at once, and decodes at the lowest priority in all its threads", async () => {
  const renderer = openRenderer({ drawingTimeout: 500 });
  const photograph = await upload(picture("png", { width: 40, height: 40 }));
  await renderer.render(photograph.from, photograph.to);
  const [before] = processes();
  expect(before?.nice).toEqual([19]);
  const held = await upload(bomb());
  await expect(renderer.render(held.from, held.to)).rejects.toMatchObject({ code: "file.broken" });
  const next = () => processes().filter(({ pid }) => pid !== before?.pid);
  await expect.poll(next, { timeout: 15_000 }).toEqual([{ pid: expect.any(String), nice: [19] }]);
  renderer.close();
  await expect.poll(processes).toEqual([]);
}, 30_000);
