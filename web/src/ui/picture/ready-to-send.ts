import { inSession } from "../../tokens.ts";

/** Pixels; more than an avatar or a logo is ever shown at. */
const longestSide = 1024;

/**
 * A picture as it is sent: large ones shrunk, so that a poor connection carries them; what can't be read goes as it is,
 * and the server says what is wrong (rules §6: the web shrinks before sending). `name` is the file's own where it needs
 * one.
 */
export async function readyToSend(file: File, name: string): Promise<File> {
  if (isSvg(file)) return namedAsSvg(file, name);
  try {
    return (await inSession(shrunk(file, name))) ?? file;
  } catch {
    return file;
  }
}

/** An SVG file whose name does not end in .svg is renamed, such as avatar.svg (spec §5). */
export function namedAsSvg(file: File, name: string): File {
  if (!isSvg(file) || file.name.endsWith(".svg")) return file;
  return new File([file], `${name}.svg`, { type: file.type });
}

/** The measures of a picture whose longest side is at most 1024 pixels; its shape stays. */
export function shrunkSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function isSvg({ type }: File): boolean {
  return type === "image/svg+xml";
}

async function shrunk(file: File, name: string): Promise<File | null> {
  const picture = await createImageBitmap(file);
  try {
    const { width, height } = shrunkSize(picture);
    if (width === picture.width && height === picture.height) return null;
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const brush = canvas.getContext("2d");
    if (!brush) return null;
    brush.imageSmoothingQuality = "high";
    brush.drawImage(picture, 0, 0, width, height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/webp", 0.88));
    // A browser that can't write WebP answers a PNG.
    return blob && new File([blob], `${name}.${blob.type.replace("image/", "")}`, { type: blob.type });
  } finally {
    picture.close();
  }
}
