import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import sharp from "sharp";

type Kind = "png" | "jpeg" | "webp" | "gif";

/** A real picture: left half red, right half see-through where the format can. */
export function picture(kind: Kind, { width = 64, height = 32 } = {}): Promise<Buffer> {
  const red = { r: 220, g: 20, b: 60, alpha: 1 };
  const left = { create: { width: width >> 1, height, channels: 4 as const, background: red } };
  return sharp({ create: { width, height, channels: 4, background: { r: 255, g: 255, b: 255, alpha: 0 } } })
    .composite([{ input: left, left: 0, top: 0 }])
    .toFormat(kind)
    .toBuffer();
}

/** A picture that no codec makes small. */
export function noise(kind: "jpeg" | "webp"): Promise<Buffer> {
  const create = {
    width: 900,
    height: 700,
    channels: 3 as const,
    background: "black",
    noise: { type: "gaussian" as const, mean: 128, sigma: 40 },
  };
  return sharp({ create }).toFormat(kind).toBuffer();
}

/** A PNG of random pixels, see-through by chance too; with `rows`, of so many over and over, which makes it small. */
export function staticOf(side: number, { rows = side, channels = 4 as 3 | 4 } = {}): Promise<Buffer> {
  const strip = randomBytes(side * channels * rows);
  const pixels = Buffer.concat(Array.from({ length: Math.ceil(side / rows) }, () => strip));
  return sharp(pixels, { raw: { width: side, height: side, channels } })
    .png({ compressionLevel: rows < side ? 9 : 0 })
    .toBuffer();
}

/**
 * A grey JPEG with structure of all sizes as a photograph has it: the smaller, the fainter, by a power of `smoothness`.
 * Some 0.6 is usual, 0.2 a wood in autumn.
 */
export async function photograph(side: number, smoothness = 0.6): Promise<Buffer> {
  const light = new Float32Array(side * side);
  for (let grain = 1; grain < side; grain *= 2) {
    const few = side / grain;
    const layer = await sharp(randomBytes(few * few), { raw: { width: few, height: few, channels: 1 } })
      .resize(side, side, { kernel: "cubic" })
      .extractChannel(0)
      .raw()
      .toBuffer();
    const weight = grain ** smoothness;
    for (let at = 0; at < light.length; at++) light[at] = (light[at] ?? 0) + weight * ((layer[at] ?? 0) - 128);
  }
  let sum = 0;
  for (const value of light) sum += value * value;
  const contrast = 50 / Math.sqrt(sum / light.length);
  const pixels = new Uint8ClampedArray(light.map((value) => 128 + contrast * value));
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

export function svg(attributes: string, inside = '<rect width="100%" height="100%" fill="#dc143c"/>'): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`,
  );
}

/** A JPEG that claims a size; what follows its header is no picture. */
export function jpegOf(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const start = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  return Buffer.concat([start, frame, Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0]), Buffer.alloc(500)]);
}

/** A PNG of one grey that claims a size, with as many of its rows as given, and other chunks before them. */
export function pngOf(width: number, height: number, { rows = 0, chunks = [] as Buffer[], isInterlaced = false } = {}) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, isInterlaced ? 1 : 0], 8);
  const pixels = deflateSync(Buffer.alloc(rows * (width + 1)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), ...chunks, chunk("IDAT", pixels), chunk("IEND")]);
}

export function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
}

/** A GIF of many frames of one pixel on a canvas of the given size. */
export function gifOf(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const frame = Buffer.from("21f904040a0000002c0000000001000100000202440100", "hex");
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from(";")]);
}

/** The header of a WebP with 14-bit sides. */
export function webpOf(width: number, height: number): Buffer {
  const data = Buffer.alloc(40);
  data[0] = 0x2f;
  data.writeUInt32LE(((width - 1) & 0x3fff) | (((height - 1) & 0x3fff) << 14), 1);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  const body = Buffer.concat([Buffer.from("WEBPVP8L"), size, data]);
  const whole = Buffer.alloc(4);
  whole.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from("RIFF"), whole, body]);
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
