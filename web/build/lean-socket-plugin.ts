import type { Plugin } from "vite";

const transports = /[\\/]engine\.io-client[\\/]build[\\/]esm[\\/]transports[\\/]index\.js$/;
const websocketOnly = 'import { WS } from "./websocket.js";\nexport const transports = { websocket: WS };';

/** The socket speaks websocket and nothing else (spec §9); polling and WebTransport need not be sent to anyone. */
export function leanSocketPlugin(): Plugin {
  return {
    name: "saha-lean-socket",
    apply: "build",
    load: (id) => (transports.test(id) ? websocketOnly : undefined),
  };
}
