import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../..");
const physical = [
  /(?:^|[\s;{])(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b/,
  /(?:^|[\s;{])(?:left|right)\s*:/,
  /(?:text-align|float|clear)\s*:\s*(?:left|right)\b/,
  /border-(?:top|bottom)-(?:left|right)-radius/,
  /\b(?:margin|padding|border)(?:Left|Right)\w*\s*[:=]/,
  /textAlign\s*[:=]\s*["{]*(?:left|right)/,
  /<[A-Z]\w*[^>]*\s(?:ml|mr|pl|pr)=/,
];
const wrong = (text: string) =>
  text.split("\n").flatMap((line, index) => (physical.some((one) => one.test(line)) ? [`${index + 1}: ${line}`] : []));

// Two directions share every sheet (interface: Language): what is at the start of one is not at the left of the other.
test.each(globSync("**/*.{css,tsx}", { cwd: source }))("%s names no left and no right", (file) => {
  const code = readFileSync(`${source}/${file}`, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  // A type may have a field of that name; a style may not.
  const styles = file.endsWith(".css")
    ? wrong(code)
    : wrong(code.replace(/^.*\b(?:left|right)\??: (?:number|string|Draft).*$/gm, ""));
  expect(styles).toEqual([]);
});

// Firefox interpolates a mixed colour coarsely: hairlines came several pixels thick, and the ground between them
// tinted.
test("no repeated gradient is drawn of a mixed colour", () => {
  const drawn = globSync("**/*.css", { cwd: source }).flatMap((file) =>
    [...readFileSync(`${source}/${file}`, "utf8").matchAll(/repeating-\w+-gradient\([^;]*/g)].map(([css]) => css),
  );
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn.filter((css) => /color-mix|rgb\(from|var\(--ring\)/.test(css))).toEqual([]);
});

test("and would be found", () => {
  const faults = [
    "a { margin-left: 4px; }",
    "  right: 0;",
    "text-align: right;",
    "style={{ paddingRight: 4 }}",
    "<Box ml={4}>",
  ];
  expect(faults.filter((fault) => wrong(fault).length === 0)).toEqual([]);
});
