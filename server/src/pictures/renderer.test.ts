import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { picture, svg } from "../../test/picture-bytes.ts";
import { openRenderer } from "./renderer.ts";

const folder = mkdtempSync(join(tmpdir(), "saha-renderer-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
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
    const { from, to } = await upload(picture("png", { width: 40, height: 40 }));
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
  const renderer = openRenderer();
  const order: string[] = [];
  const names = ["first", "one a", "one b", "two"];
  const made = await Promise.all(names.map(() => upload(picture("png", { width: 40, height: 40 }))));
  // As it was: one line for everybody.
  await Promise.all(made.map(({ from, to }, at) => renderer.render(from, to).then(() => order.push(names[at] ?? ""))));
  renderer.close();
  expect(order).toEqual(names);
});

test("a drawing has less time than a photograph", async () => {
  const renderer = openRenderer({ timeout: 15_000, drawingTimeout: 1 });
  const drawing = await upload(slow());
  await expect(renderer.render(drawing.from, drawing.to)).rejects.toMatchObject({ code: "file.broken" });
  const photograph = await upload(picture("png", { width: 40, height: 40 }));
  await renderer.render(photograph.from, photograph.to);
  renderer.close();
});
