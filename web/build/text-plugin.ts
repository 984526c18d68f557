import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Plugin } from "vite";

const runtime = fileURLToPath(new URL("../src/text/runtime.ts", import.meta.url));
const ownText = /[\\/]web[\\/]src[\\/]/;
const script = fileURLToPath(new URL("compile-text.ts", import.meta.url));

/**
 * Compiles the text files before a build, and again when one of them is saved; in a process of its own, since Paraglide
 * lingers.
 */
export function textPlugin(): Plugin {
  const compile = () => promisify(execFile)(process.execPath, [script]);
  let waiting: NodeJS.Timeout | undefined;
  return {
    name: "saha-text",
    enforce: "pre",
    // Paraglide's own runtime knows cookies, routes and servers; a browser with one stored choice needs a few lines.
    resolveId: (id, importer) =>
      /(^|\/)runtime\.js$/.test(id) && importer && ownText.test(importer) ? runtime : undefined,
    async buildStart() {
      await compile();
    },
    configureServer(server) {
      server.watcher.on("change", (path) => {
        if (!/[\\/]text[\\/](ar|en)[\\/].+\.json$/.test(path)) return;
        // One compilation for files that change together, as after a checkout.
        clearTimeout(waiting);
        waiting = setTimeout(() => {
          compile().catch((error: unknown) => server.config.logger.error(String(error)));
        }, 200);
      });
    },
  };
}
