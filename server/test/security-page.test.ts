import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/security.md"), "utf8");
const lines = page.split("\n").filter((line) => /^\| [^-#]/.test(line) && line.includes("`"));

/** What a row names: each file with the titles that follow it. */
function namedIn(line: string): { file: string; titles: string[] }[] {
  return [...line.matchAll(/`((?:server|e2e|contract|scripts)\/[\w./-]+)`([^`|]*)/g)].map(
    ([, file = "", rest = ""]) => ({
      file,
      titles: [...rest.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title),
    }),
  );
}

function missingOf(line: string): string[] {
  return namedIn(line).flatMap(({ file, titles }) => {
    if (!existsSync(join(root, file))) return [file];
    const source = readFileSync(join(root, file), "utf8");
    return titles.filter((title) => !source.includes(title)).map((title) => `${file}: ${title}`);
  });
}

test("every row of threats is there, each with a file and a title", () => {
  const numbers = lines.map((line) => Number(/^\| (\d+) \|/.exec(line)?.[1])).filter(Number.isFinite);
  expect(numbers).toEqual(Array.from({ length: 28 }, (_, at) => at + 1));
  for (const line of lines) expect(namedIn(line).length, line).toBeGreaterThan(0);
});

test("each file and title that the page of security names is there", () => {
  expect(lines.flatMap(missingOf)).toEqual([]);
});

test("a title that nobody tests is found (broken twin)", () => {
  const planted =
    '| 27 | x | y | `server/test/wire.test.ts` "a promise that nobody keeps"; `server/test/gone.test.ts` "x" | – |';
  expect(missingOf(planted)).toEqual([
    "server/test/wire.test.ts: a promise that nobody keeps",
    "server/test/gone.test.ts",
  ]);
});
