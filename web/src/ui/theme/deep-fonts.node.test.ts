import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { deepened, tablesOf } from "../../../build/deep-fonts-plugin.ts";

const css = readFileSync(new URL("base.css", import.meta.url), "utf8");
const fonts = [...css.matchAll(/url\("(@fontsource-variable[^"]+)"\)/g)].map(([, file]) => file ?? "");

test.each(fonts)(
  "%s declares how deep its ink goes, for engines without descent-override, and is the same else",
  (file) => {
    const font = readFileSync(createRequire(import.meta.url).resolve(file));
    const [before, after] = [font, deepened(font)].map((one) => {
      const { tables, begin, end } = tablesOf(one);
      return { tables, data: brotliDecompressSync(one.subarray(begin, end)) };
    });
    if (!before || !after) throw new Error("unreachable");
    const { hhea = Number.NaN, head = Number.NaN, "OS/2": os2 = Number.NaN } = after.tables;
    const em = after.data.readUInt16BE(head + 18);
    for (const at of [hhea + 4, os2 + 68]) {
      expect([after.data.readInt16BE(at) / em, after.data.readInt16BE(at + 2) / em]).toEqual([1.15, -0.55]);
      before.data.copy(after.data, at, at, at + 4);
    }
    expect(after.data.equals(before.data)).toBe(true);
  },
);

test("the sheet says the same to engines that take it", () => {
  expect(fonts).toHaveLength(2);
  expect(css.match(/ascent-override: 115%;\s+descent-override: 55%;/g)).toHaveLength(fonts.length);
});
