/*
 * Refuses comments wider than the code around them, which the formatter leaves as they are: lines of a comment that a
 * directive doesn't need whole are at most 120 characters long.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

const maxWidth = 120;
const isWide = (line: string) => line.length > maxWidth && /^\s*(\/\/|\/?\*)/.test(line) && !/biome-ignore/.test(line);

process.chdir(dirname(import.meta.dirname));
const rooms = "{contract,server,web,e2e,bench,scripts}";
const made = ["node_modules", "dist", "compiled", "results"];
const files = globSync(`${rooms}/**/*.{ts,tsx,mjs,css}`, {
  exclude: (path) => made.some((name) => path.endsWith(name)),
});
const wide = files.flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) => (isWide(line) ? [`${file}:${index + 1} is ${line.length} characters wide`] : [])),
);
for (const place of wide) console.error(place);
if (files.length === 0 || wide.length > 0) process.exitCode = 1;
