import { CameraFailure } from "./camera-problem.ts";

/** A QR code seen in a picture; corners in the pixels of that picture. */
export type Found = { text: string; corners: readonly { x: number; y: number }[] };

export type Question = { id: number; picture: ImageData };
export type Answer = { id: number; found: Found | null } | { id: number; error: string } | { id: typeof loadingId };

/** What the worker answers unasked: that more of the decoder came, and that it is there or could not be loaded. */
export const loadingId = -1;
export const loadedId = 0;
/** A line from which nothing comes for so long is lost; a slow one is waited for. */
const silenceMs = 15_000;

export type Decoder = {
  /** Looks for a QR code in the current picture of a playing video; corners come in the video's own pixels. */
  read: (video: HTMLVideoElement) => Promise<Found | null>;
  close: () => void;
};

type NativeDetector = {
  detect: (
    source: CanvasImageSource,
  ) => Promise<{ rawValue: string; cornerPoints: readonly { x: number; y: number }[] }[]>;
};
type NativeDetectorClass = {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats: () => Promise<string[]>;
};

/**
 * Opens the browser's own BarcodeDetector where it reads QR codes, else the bundled decoder in a worker (rules §8).
 * @throws CameraFailure where that could not be loaded: it would show a picture and read nothing for ever
 */
export async function openDecoder(): Promise<Decoder> {
  return (await nativeDecoder()) ?? workerDecoder();
}

/** Its service may end, as on an Android that is short of memory; from then on the bundled one reads. */
let isNativeBroken = false;

async function nativeDecoder(): Promise<Decoder | null> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;
  if (!Detector || isNativeBroken) return null;
  try {
    if (!(await Detector.getSupportedFormats()).includes("qr_code")) return null;
    const detector = new Detector({ formats: ["qr_code"] });
    return {
      read: async (video) => {
        const [code] = await detector.detect(video).catch((cause: Error) => {
          isNativeBroken = true;
          throw new CameraFailure("unread", cause.name, cause.message);
        });
        return code ? { text: code.rawValue, corners: code.cornerPoints } : null;
      },
      close: () => {},
    };
  } catch {
    return null;
  }
}

/** Pixels on the longer side that the bundled decoder looks at: enough for a ticket held at arm's length. */
const longestSide = 960;

async function workerDecoder(): Promise<Decoder> {
  const worker = new Worker(new URL("./decode-worker.ts", import.meta.url), { type: "module" });
  const waiting = new Map<number, { resolve: (found: Found | null) => void; reject: (cause: Error) => void }>();
  let lastId = loadedId;
  const fail = (message: string) => {
    for (const { reject } of waiting.values()) reject(new CameraFailure("unread", "DecoderError", message));
    waiting.clear();
    worker.terminate();
  };
  const silence = () => setTimeout(() => fail("Nothing came of the decoder"), silenceMs);
  let patience = silence();
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    clearTimeout(patience);
    if (data.id === loadingId) {
      patience = silence();
      return;
    }
    const asker = waiting.get(data.id);
    waiting.delete(data.id);
    if ("error" in data) asker?.reject(new CameraFailure("unread", "DecoderError", data.error));
    else if ("found" in data) asker?.resolve(data.found);
  };
  worker.onerror = (event) => fail(event.message);
  await new Promise<unknown>((resolve, reject) => waiting.set(loadedId, { resolve, reject })).catch(
    (cause: unknown) => {
      clearTimeout(patience);
      worker.terminate();
      throw cause;
    },
  );
  const canvas = document.createElement("canvas");
  const pencil = canvas.getContext("2d", { willReadFrequently: true });

  return {
    read: async (video) => {
      const { videoWidth: width, videoHeight: height } = video;
      if (!pencil || !width || !height) return null;
      const scale = Math.min(1, longestSide / Math.max(width, height));
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      pencil.drawImage(video, 0, 0, canvas.width, canvas.height);
      const picture = pencil.getImageData(0, 0, canvas.width, canvas.height);
      const id = ++lastId;
      const found = await new Promise<Found | null>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, picture } satisfies Question, [picture.data.buffer]);
      });
      return found && { ...found, corners: found.corners.map(({ x, y }) => ({ x: x / scale, y: y / scale })) };
    },
    close: () => fail("closed"),
  };
}
