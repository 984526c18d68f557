import type { Challenge } from "./challenge.ts";
import { solve } from "./solve.ts";

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = ({ data }: MessageEvent<Challenge>) => self.postMessage(solve(data));
