import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";

/**
 * The parts of an em that the ink of Alexandria's Arabic letters reaches above and below the line (interface:
 * Language).
 */
const [up, down] = [1.15, 0.55];

const files = "@fontsource-variable/alexandria/files";
const folder = join(import.meta.dirname, "../.cache/fonts");

/**
 * Writes into the fonts themselves how deep their ink goes: WebKit knows no `descent-override`, and the box of a text
 * field cuts off there what the font does not declare («القحطاني» without its dots).
 */
export function deepFontsPlugin(): Plugin {
  return {
    name: "saha-deep-fonts",
    config() {
      const source = join(
        dirname(createRequire(import.meta.url).resolve("@fontsource-variable/alexandria/package.json")),
        "files",
      );
      mkdirSync(folder, { recursive: true });
      for (const name of readdirSync(source).filter((name) => name.endsWith(".woff2"))) {
        writeFileSync(join(folder, name), deepened(readFileSync(join(source, name))));
      }
      return { resolve: { alias: { [files]: folder } } };
    },
  };
}

/** The same WOFF2 font with its ascent and descent written anew in the tables `hhea` and `OS/2`. */
export function deepened(font: Buffer): Buffer {
  const { tables, begin, end } = tablesOf(font);
  const data = brotliDecompressSync(font.subarray(begin, end));
  const [head, hhea, os2] = ["head", "hhea", "OS/2"].map((tag) => tables[tag] ?? Number.NaN) as [
    number,
    number,
    number,
  ];
  const em = data.readUInt16BE(head + 18);
  const [ascent, descent] = [Math.round(up * em), Math.round(down * em)];
  data.writeInt16BE(ascent, hhea + 4);
  data.writeInt16BE(-descent, hhea + 6);
  data.writeInt16BE(ascent, os2 + 68);
  data.writeInt16BE(-descent, os2 + 70);
  const { BROTLI_PARAM_MODE, BROTLI_MODE_FONT, BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants;
  const packed = brotliCompressSync(data, {
    params: { [BROTLI_PARAM_MODE]: BROTLI_MODE_FONT, [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 22 },
  });
  const whole = Buffer.concat([font.subarray(0, begin), packed, Buffer.alloc(-(begin + packed.length) & 3)]);
  whole.writeUInt32BE(whole.length, 8);
  whole.writeUInt32BE(packed.length, 20);
  return whole;
}

/** Where the tables lie in the unpacked data, and where that lies in the file (W3C: WOFF2, §4 and §5). */
export function tablesOf(font: Buffer): { tables: Record<string, number>; begin: number; end: number } {
  if (font.toString("latin1", 0, 4) !== "wOF2" || font.readUInt32BE(28) !== 0) throw new Error("no plain WOFF2 font");
  const tables: Record<string, number> = {};
  let [at, offset] = [48, 0];
  for (let left = font.readUInt16BE(12); left > 0; left--) {
    const flags = font.readUInt8(at++);
    const known = flags & 63;
    const tag = known === 63 ? font.toString("latin1", at, at + 4) : (names[known] ?? String(known));
    if (known === 63) at += 4;
    const length = number();
    // Glyphs are rewritten in version 0, all other tables in versions above it.
    const isRewritten = /^(glyf|loca)$/.test(tag) ? flags >> 6 === 0 : flags >> 6 !== 0;
    tables[tag] = offset;
    offset += isRewritten ? number() : length;
  }
  return { tables, begin: at, end: at + font.readUInt32BE(20) };

  /** Seven bits a byte, the highest first; the eighth says that another one follows. */
  function number(): number {
    for (let value = 0; ; ) {
      const byte = font.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  }
}

/** The first of the tags that a number stands for. */
const names = "cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca".split(" ");
