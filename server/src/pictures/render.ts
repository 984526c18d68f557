import { readFile, writeFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { Problem } from "../errors/problem.ts";
import { inspectPicture, maxPixels, refuseOversize } from "./picture-format.ts";

/** What a kept picture has at most: pixels on its longest side (rules §6), and bytes. */
const bounds = {
  /** What staff put up, for large screens too. */
  large: { side: 2048, bytes: 1_000_000 },
  /** What anybody may send, whose accounts cost nothing: no screen shows it beyond 88 pixels (0187). */
  small: { side: 320, bytes: 40_000 },
};
export type KeptSize = keyof typeof bounds;

/** A drawing has no pixels of its own: a small one is drawn at this size, so that a logo is sharp on any screen. */
const drawingSide = 1024;

/** Flat colours stay exact, as long as that is no larger than a photograph would be. */
const maxExactBytes = 300_000;

const fine = { quality: 86, alphaQuality: 100, smartSubsample: true };
/** Takes 1.3 (noise) to 2.3 (a photograph) times less than `fine`, and still looks well. */
const coarse = { quality: 60, alphaQuality: 50, smartSubsample: true };
const mostSaved = 2.5;

// Nothing but these five, and only from memory: a picture can't make the decoder open a file or an address.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Png", "Jpeg", "Webp", "Nsgif", "Svg"].map((name) => `VipsForeignLoad${name}Buffer`),
});
sharp.concurrency(1);
sharp.cache(false);

/**
 * Makes a clean WebP of the picture in one file and writes it to another: upright, within the bounds of its size, the
 * first frame of an animation, without metadata. Only pixels pass, so that whatever else the file was is gone. Throws
 * the problems of `inspectPicture`, and `file.broken` for what can't be decoded to its end.
 */
export async function renderPicture(from: string, to: string, size: KeptSize): Promise<void> {
  const { side, bytes: maxBytes } = bounds[size];
  const bytes = await readFile(from);
  const format = inspectPicture(bytes);
  const clean = await whole(async () => {
    const decoded = format === "svg" ? await drawing(bytes, side) : sharp(bytes, options).autoOrient();
    const pixels = await pixelsOf(within(decoded, side));
    if (format === "svg") {
      const exact = await pixels.picture().webp({ lossless: true }).toBuffer();
      if (exact.length <= Math.min(maxExactBytes, maxBytes)) return exact;
    }
    return encodeWithin(pixels, maxBytes);
  });
  await writeFile(to, clean, { flag: "wx" });
}

/**
 * Encodes a picture as well as the bytes allow: a photograph fits at once or with less quality, noise only when it is
 * made smaller.
 */
async function encodeWithin({ picture, longest }: Pixels, maxBytes: number): Promise<Buffer> {
  let encoded = await picture().webp(fine).toBuffer();
  let side = encoded.length > mostSaved * maxBytes ? longest / 2 : longest;
  for (; encoded.length > maxBytes; side /= 2) {
    encoded = await within(picture(), Math.ceil(side)).webp(coarse).toBuffer();
  }
  return encoded;
}

function within(picture: Sharp, side: number): Sharp {
  return picture.resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
}

type Pixels = { picture(): Sharp; longest: number };

/** Decodes a picture once, for as many encodings as it takes. */
async function pixelsOf(decoded: Sharp): Promise<Pixels> {
  const { data, info } = await decoded.raw().toBuffer({ resolveWithObject: true });
  // Not all of `info`: it calls the pixels premultiplied by their alpha, which they no longer are.
  const { width, height, channels } = info;
  return { picture: () => sharp(data, { raw: { width, height, channels } }), longest: Math.max(width, height) };
}

const options = { limitInputPixels: maxPixels, failOn: "error", sequentialRead: true, pages: 1 } as const;

async function drawing(bytes: Buffer, maxSide: number): Promise<Sharp> {
  const { width, height } = await sharp(bytes, options).metadata();
  refuseOversize({ width, height });
  const longest = Math.max(width, height);
  const side = Math.min(Math.max(longest, drawingSide), maxSide);
  return sharp(bytes, { ...options, density: Math.min(Math.max((72 * side) / longest, 1), 100_000) });
}

async function whole<T>(decode: () => Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (error) {
    throw error instanceof Problem ? error : new Problem("file.broken");
  }
}
