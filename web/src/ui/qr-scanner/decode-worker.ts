import { prepareZXingModule, type ReadResult, readBarcodes } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
import type { Answer, Question } from "./decoder.ts";

declare const self: DedicatedWorkerGlobalScope;

// The library's default address is a public network; the decoder comes with the product (rules §8).
prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith(".wasm") ? wasmUrl : prefix + path) },
});

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  self.postMessage(await answerTo(data));
};

async function answerTo({ id, picture }: Question): Promise<Answer> {
  try {
    const [result] = await readBarcodes(picture, { formats: ["QRCode"], maxNumberOfSymbols: 1, tryHarder: true });
    return { id, found: result?.isValid ? { text: result.text, corners: cornersOf(result) } : null };
  } catch (cause) {
    return { id, error: cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause) };
  }
}

function cornersOf({ position }: ReadResult) {
  return [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft].map(({ x, y }) => ({ x, y }));
}
