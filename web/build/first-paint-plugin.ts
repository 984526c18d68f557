import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { paintVersion, shortHash } from "./paint-version.ts";

const source = new URL("../src/first-paint.js", import.meta.url);

/** Puts the small script that runs before the first picture in front of everything, as a file of its own: inline code is refused. */
export function firstPaintPlugin(): Plugin {
  const read = () => readFileSync(source, "utf8").replace("__PAINT_VERSION__", paintVersion);
  const built = () => `assets/first-paint-${shortHash(read())}.js`;
  return {
    name: "saha-first-paint",
    configureServer(server) {
      server.middlewares.use("/first-paint.js", (_request, response) => {
        response.setHeader("content-type", "text/javascript").end(read());
      });
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: built(), source: read().replace(/^\s*\/\/.*\n/gm, "") });
    },
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) => {
        const src = bundle ? `/${built()}` : "/first-paint.js";
        return [{ tag: "script", attrs: { src }, injectTo: "head-prepend" as const }];
      },
    },
  };
}
