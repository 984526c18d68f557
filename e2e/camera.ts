import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import QRCode from "qrcode";

/** A clip of two seconds in which a camera sees this QR, slightly off the middle, on a grey table. */
export async function clipOf(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "saha-clip-"));
  const picture = join(folder, "qr.png");
  const clip = join(folder, "clip.y4m");
  await writeFile(picture, await QRCode.toBuffer(text, { width: 340, margin: 4 }));
  const filter = "color=c=gray:s=640x480:r=10:d=2[table];[table][0:v]overlay=170:60,format=yuv420p";
  await promisify(execFile)("ffmpeg", ["-v", "error", "-i", picture, "-filter_complex", filter, "-y", clip]);
  return clip;
}
