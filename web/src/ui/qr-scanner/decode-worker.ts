import { prepareZXingModule, type ReadResult, readBarcodes } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
import { type Answer, loadedId, loadingId, type Question } from "./decoder.ts";

declare const self: DedicatedWorkerGlobalScope;

// The library's default address is a public network; the decoder comes with the product (rules §8).
fetchDecoder()
  .then((wasmBinary) => prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true }))
  .then(
    () => self.postMessage({ id: loadedId, found: null } satisfies Answer),
    (cause: unknown) => self.postMessage({ id: loadedId, error: textOf(cause) } satisfies Answer),
  );

/** Fetches the decoder, a megabyte, and tells with each part of it that the line is not silent. */
async function fetchDecoder(): Promise<ArrayBuffer> {
  const { ok, status, body } = await fetch(wasmUrl);
  if (!ok || !body) throw new Error(`The decoder was answered with ${status}`);
  const told = new TransformStream<Uint8Array, Uint8Array>({
    transform: (part, stream) => {
      self.postMessage({ id: loadingId } satisfies Answer);
      stream.enqueue(part);
    },
  });
  return new Response(body.pipeThrough(told)).arrayBuffer();
}

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  self.postMessage(await answerTo(data));
};

async function answerTo({ id, picture }: Question): Promise<Answer> {
  try {
    const [result] = await readBarcodes(picture, { formats: ["QRCode"], maxNumberOfSymbols: 1, tryHarder: true });
    return { id, found: result?.isValid ? { text: result.text, corners: cornersOf(result) } : null };
  } catch (cause) {
    return { id, error: textOf(cause) };
  }
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}

function cornersOf({ position }: ReadResult) {
  return [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft].map(({ x, y }) => ({ x, y }));
}
