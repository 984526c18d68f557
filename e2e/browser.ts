import { existsSync } from "node:fs";

/** Debian's package, as people see it; a browser is never downloaded. */
export const wholeChromium = "/usr/bin/chromium";
const withoutWindow = "/usr/bin/chromium-headless-shell";

/**
 * The same engine without a window, which opens a page in two thirds of the time; the whole one where there is none.
 */
export const executablePath = process.env.CHROMIUM ?? (existsSync(withoutWindow) ? withoutWindow : wholeChromium);

export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Flags under which the camera shows a clip, asking nobody. */
export function cameraFlags(clip: string): string[] {
  return [
    ...browserFlags,
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${clip}`,
  ];
}
