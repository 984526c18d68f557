import { readFileSync } from "node:fs";
import { minifySync, type Plugin } from "vite";
import { paintVersion, shortHash } from "./paint-version.ts";

const source = new URL("../src/first-paint.js", import.meta.url);

/**
 * What stands in the head for the sake of the first picture: the small script that runs before it, as a file of its own
 * since inline code is refused, and the fonts, so that no line moves when they arrive.
 */
export function headPlugin(): Plugin {
  const read = () => readFileSync(source, "utf8").replace("__PAINT_VERSION__", paintVersion);
  const built = () => `assets/first-paint-${shortHash(read())}.js`;
  return {
    name: "saha-head",
    configureServer(server) {
      server.middlewares.use("/first-paint.js", (_request, response) => {
        response.setHeader("content-type", "text/javascript").end(read());
      });
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: built(), source: minifySync("first-paint.js", read()).code });
    },
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) => {
        const src = bundle ? `/${built()}` : "/first-paint.js";
        const fonts = Object.keys(bundle ?? {}).filter((name) => name.endsWith(".woff2"));
        return [
          { tag: "script", attrs: { src }, injectTo: "head-prepend" as const },
          ...fonts.map((name) => ({
            tag: "link",
            attrs: { rel: "preload", href: `/${name}`, as: "font", type: "font/woff2", crossorigin: "" },
            injectTo: "head" as const,
          })),
        ];
      },
    },
  };
}
