import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { openServer } from "./harness.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const rows = readFileSync(`${root}docs/spec-coverage.md`, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| §"))
  .map((line) => {
    const [, spec = "", what = "", where = "", shownBy = "", name = "", deviation = ""] = line.split(/ ?\| ?/);
    return { spec, what, where: plain(where), shownBy: plain(shownBy), name, deviation };
  });
/** Rows of what is not built; each stays there until it is. */
const missing = rows.filter(({ where }) => where === "missing");

const saha = await openServer();
afterAll(saha.close);

function plain(cell: string): string {
  return cell.replaceAll("`", "");
}

test("the table has a row for each thing that the specification asks for, and says what is missing", () => {
  expect(rows.length).toBeGreaterThanOrEqual(120);
  expect(missing.map(({ what }) => what)).toEqual([]);
  const told = rows.map(({ spec, what }) => `${spec} ${what}`);
  expect(told.filter((row, index) => told.indexOf(row) !== index)).toEqual([]);
});

test("every file and every test that the table names is there", () => {
  const sources = new Map<string, string>();
  const textOf = (path: string) => {
    const text = sources.get(path) ?? (existsSync(root + path) ? readFileSync(root + path, "utf8") : "");
    sources.set(path, text);
    return text;
  };
  const wrong = rows
    .filter((row) => !missing.includes(row))
    .filter(({ where, shownBy, name }) => !existsSync(root + where) || !name || !textOf(shownBy).includes(name))
    .map(({ what, where, shownBy, name }) => `${what}: ${where}, ${shownBy}: ${name}`);
  expect(wrong).toEqual([]);
});

const called = rows
  .map(({ what }) => /^call `(GET|POST|PUT|DELETE) (\/\S+)`$/.exec(what))
  .filter((found) => found !== null)
  .map(([, method = "", path = ""]) => ({ method, path }));

test.each(called)("$method $path of the specification answers", async ({ method, path }) => {
  const answer = await saha.send(method, `/api${path.replace(/\{\w+\}/g, "1")}`);
  const { code } = answer.text ? (JSON.parse(answer.text) as { code?: string }) : {};
  expect(code).not.toBe("request.not_found");
  expect(answer.status).toBeLessThan(500);
});

test("the table holds every call of the specification", () => {
  expect(called).toHaveLength(91);
});
