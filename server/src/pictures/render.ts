import { readFile, writeFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { Problem } from "../errors/problem.ts";
import { inspectPicture, maxPixels, refuseOversize } from "./picture-format.ts";

/** The longest side of a kept picture, in pixels (rules §6). */
const keptSide = 2048;
/** A drawing has no pixels of its own: a small one is drawn at this size, so that a logo is sharp on any screen. */
const drawingSide = 1024;

/** Flat colours stay exact, as long as that is no larger than a photograph would be. */
const maxExactBytes = 300_000;

// Nothing but these five, and only from memory: a picture can't make the decoder open a file or an address.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Png", "Jpeg", "Webp", "Nsgif", "Svg"].map((name) => `VipsForeignLoad${name}Buffer`),
});
sharp.concurrency(1);
sharp.cache(false);

/**
 * Makes a clean WebP of the picture in one file and writes it to another: upright, at most 2048 pixels a side, the
 * first frame of an animation, without metadata. Only pixels pass, so that whatever else the file was is gone. Throws
 * the problems of `inspectPicture`, and `file.broken` for what can't be decoded to its end.
 */
export async function renderPicture(from: string, to: string): Promise<void> {
  const bytes = await readFile(from);
  const format = inspectPicture(bytes);
  const picture = await whole(async () => {
    const decoded = format === "svg" ? await drawing(bytes) : sharp(bytes, options).autoOrient();
    const fitted = decoded.resize({ width: keptSide, height: keptSide, fit: "inside", withoutEnlargement: true });
    if (format === "svg") {
      const exact = await fitted.clone().webp({ lossless: true }).toBuffer();
      if (exact.length <= maxExactBytes) return exact;
    }
    return fitted.webp({ quality: 86, alphaQuality: 100, smartSubsample: true }).toBuffer();
  });
  await writeFile(to, picture, { flag: "wx" });
}

const options = { limitInputPixels: maxPixels, failOn: "error", sequentialRead: true, pages: 1 } as const;

async function drawing(bytes: Buffer): Promise<Sharp> {
  const { width, height } = await sharp(bytes, options).metadata();
  refuseOversize({ width, height });
  const longest = Math.max(width, height);
  const side = Math.min(Math.max(longest, drawingSide), keptSide);
  return sharp(bytes, { ...options, density: Math.min(Math.max((72 * side) / longest, 1), 100_000) });
}

async function whole<T>(decode: () => Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (error) {
    throw error instanceof Problem ? error : new Problem("file.broken");
  }
}
