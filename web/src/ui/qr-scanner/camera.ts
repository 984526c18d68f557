import { accessFailure, CameraFailure, cameraFailure } from "./camera-problem.ts";

/** How long a camera may take to show its first picture (spec §9). */
const loadTimeoutMs = 6000;
/** After the first picture a camera's abilities settle only with a pause (spec §9). */
const settleMs = 500;
const chosenKey = "saha.camera";

export type CameraChoice = { id: string; label: string };

/** A running camera; it keeps running, with or without a picture on the screen, until it is stopped. */
export type Camera = {
  stream: MediaStream;
  deviceId: string | undefined;
  choices: readonly CameraChoice[];
  hasTorch: boolean;
  setTorch: (on: boolean) => Promise<void>;
  isLive: () => boolean;
  stop: () => void;
};

/**
 * Starts a camera and shows it in `video`: the one asked for, else the one remembered, else the one on the back.
 * @throws CameraFailure also when the first picture takes more than 6 s (spec §8, §9)
 */
export async function startCamera(video: HTMLVideoElement, wanted?: string): Promise<Camera> {
  const failure = accessFailure({ isSecureContext: window.isSecureContext, mediaDevices: navigator.mediaDevices });
  if (failure) throw failure;
  const stream = await openStream(wanted ?? localStorage.getItem(chosenKey) ?? undefined);
  try {
    await showStream(video, stream);
  } catch (cause) {
    stopStream(stream);
    throw cameraFailure(cause);
  }
  await pause(settleMs);
  const track = stream.getVideoTracks()[0];
  if (wanted) localStorage.setItem(chosenKey, wanted);
  return {
    stream,
    deviceId: track?.getSettings().deviceId,
    choices: await listCameras(),
    hasTorch: (track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true,
    setTorch: async (on) => {
      await track?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
    },
    isLive: () => track?.readyState === "live",
    stop: () => stopStream(stream),
  };
}

/** Shows a running stream and waits for its first picture, at most 6 s. */
export async function showStream(video: HTMLVideoElement, stream: MediaStream): Promise<void> {
  if (video.srcObject !== stream) {
    video.srcObject = stream;
    await withinLoadTime(
      new Promise<void>((resolve) => {
        if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) resolve();
        else video.addEventListener("loadeddata", () => resolve(), { once: true });
      }),
    );
  }
  await video.play();
}

async function openStream(deviceId: string | undefined): Promise<MediaStream> {
  const asked = ask(deviceId ? { deviceId: { exact: deviceId } } : { facingMode: { ideal: "environment" } });
  try {
    // While the browser's question stands open, the clock belongs to the person.
    return await ((await isGranted()) ? withinLoadTime(asked) : asked);
  } catch (cause) {
    asked.then(stopStream, () => {});
    const failure = cameraFailure(cause);
    if (!deviceId || failure.problem !== "missing") throw failure;
    localStorage.removeItem(chosenKey);
    return openStream(undefined);
  }
}

function ask(video: MediaTrackConstraints): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { width: { ideal: 1280 }, height: { ideal: 720 }, ...video },
  });
}

async function isGranted(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: "camera" as PermissionName });
    return state === "granted";
  } catch {
    return false;
  }
}

async function listCameras(): Promise<CameraChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === "videoinput" && deviceId)
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}

function withinLoadTime<T>(work: Promise<T>): Promise<T> {
  const tooSlow = pause(loadTimeoutMs).then(() => {
    throw new CameraFailure("slow", "StreamLoadTimeoutError", "Loading camera stream timed out after 6 seconds");
  });
  return Promise.race([work, tooSlow]);
}

function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
