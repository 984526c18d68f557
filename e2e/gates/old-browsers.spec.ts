import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "@playwright/test";

const assets = join(import.meta.dirname, "../../web/dist/assets");
/** For developers, by another's hand. */
const isReference = (path: string) => basename(path).startsWith("reference-");

/**
 * What browsers of 2022 can't read, by which all of a script is lost to them, or do not have: iPhones below iOS 16.4
 * know no regular expression that looks behind, none below 18 knows `URL.parse`. The journeys find what is run there
 * (old-browser.ts), this finds what is not.
 */
const newer = [
  /\(\?<[=!]/,
  /\.to(?:Sorted|Reversed|Spliced)\(/,
  /\bURL\.(?:parse|canParse)\(/,
  /\bPromise\.(?:withResolvers|try)\(/,
  /\b(?:Object|Map)\.groupBy\(/,
  /\bArray\.fromAsync\(/,
  /\bAbortSignal\.(?:any|timeout)\(/,
  /\.(?:values|keys|entries)\(\)\.(?:map|filter|some|find|every|toArray|reduce|take|drop|flatMap|forEach)\(/,
];
const newerIn = (code: string) => newer.flatMap((each) => each.exec(code)?.[0] ?? []);

test("no script needs what browsers of 2022 do not have", () => {
  const scripts = globSync(join(assets, "*.js")).filter((path) => !isReference(path));
  expect(scripts.length).toBeGreaterThan(50);
  expect(
    scripts.flatMap((path) => newerIn(readFileSync(path, "utf8")).map((found) => [basename(path), found])),
  ).toEqual([]);
});

test("what they do not have is found (planted)", () => {
  const planted = "a.split(/(?<=x)/);[].toSorted();URL.parse(b,c);Promise.withResolvers();m.values().map(f)";
  expect(newerIn(planted)).toHaveLength(5);
});
