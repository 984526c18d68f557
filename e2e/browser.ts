/** Debian's package; a browser is never downloaded. */
export const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

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
