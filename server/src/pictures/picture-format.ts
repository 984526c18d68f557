import { closeSync, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";
import { Problem } from "../errors/problem.ts";
import { svgSize } from "./svg-source.ts";

export type Format = "png" | "jpeg" | "webp" | "gif" | "svg";
type Size = { width: number; height: number };

export const maxSide = 12_000;
export const maxPixels = 50_000_000;

/**
 * What a file is by its bytes, whatever its name and type say, and that its header claims no more than 12,000 pixels a
 * side and 50 megapixels, before anything is decoded. Throws `file.not_image`, `file.broken`, `file.too_many_pixels`,
 * `file.unsafe_drawing` (rules §6).
 */
export function inspectPicture(bytes: Buffer): Format {
  const format = formatOf(bytes);
  if (format === undefined) throw new Problem("file.not_image");
  if (format === "svg") {
    refuseOversize(svgSize(bytes));
    return format;
  }
  const size = readers[format](bytes);
  if (size === undefined || size.width < 1 || size.height < 1) throw new Problem("file.broken");
  refuseOversize(size);
  return format;
}

export function refuseOversize({ width, height }: Size): void {
  if (width > maxSide || height > maxSide || width * height > maxPixels) throw new Problem("file.too_many_pixels");
}

/** Whether a file is a drawing, by its beginning. */
export async function isDrawing(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return formatOf(buffer.subarray(0, bytesRead)) === "svg";
  } finally {
    await file.close();
  }
}

/**
 * How many pixels the header of a file claims; of a drawing, and of what can't be told by the first 64 KB, any number.
 */
export function claimedPixels(path: string): number {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(65_536);
    const head = bytes.subarray(0, readSync(file, bytes));
    const format = formatOf(head);
    const size = format === undefined || format === "svg" ? undefined : readers[format](head);
    return size ? size.width * size.height : Number.POSITIVE_INFINITY;
  } finally {
    closeSync(file);
  }
}

function formatOf(bytes: Buffer): Format | undefined {
  if (bytes.subarray(0, 8).equals(pngSignature)) return "png";
  if (bytes.subarray(0, 3).equals(jpegSignature)) return "jpeg";
  if (/^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))) return "gif";
  if (/^RIFF[\s\S]{4}WEBP$/.test(bytes.toString("latin1", 0, 12))) return "webp";
  // Past a byte order mark, white space and what may stand before the root, as far as is reasonable.
  const start = bytes.toString("utf8", 0, 4096);
  return /^\uFEFF?\s*<(\?xml|!--|!DOCTYPE\s+svg|svg[\s>]|[\w-]+:svg[\s>])/i.test(start) &&
    /<([\w-]+:)?svg[\s>]/.test(start)
    ? "svg"
    : undefined;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff]);

const readers: Record<Exclude<Format, "svg">, (bytes: Buffer) => Size | undefined> = {
  png(bytes) {
    if (bytes.length < 24 || bytes.toString("latin1", 12, 16) !== "IHDR") return undefined;
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  },

  gif(bytes) {
    if (bytes.length < 10) return undefined;
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  },

  webp(bytes) {
    if (bytes.length < 30) return undefined;
    switch (bytes.toString("latin1", 12, 16)) {
      case "VP8 ":
        return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
      case "VP8L": {
        const bits = bytes.readUInt32LE(21);
        return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
      }
      case "VP8X":
        return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
      default:
        return undefined;
    }
  },

  jpeg(bytes) {
    for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
      const marker = bytes[at + 1] ?? 0;
      if (marker === 0xff) {
        at += 1;
        continue;
      }
      const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
      if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
      // A scan before its frame is no picture.
      if (marker === 0xda || marker === 0xd9) return undefined;
      at += 2 + bytes.readUInt16BE(at + 2);
    }
    return undefined;
  },
};
