import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Plugin } from "vite";

const script = fileURLToPath(new URL("compile-text.ts", import.meta.url));

/** Compiles the text files before a build, and again when one of them is saved; in a process of its own, since Paraglide lingers. */
export function textPlugin(): Plugin {
  const compile = () => promisify(execFile)(process.execPath, [script]);
  return {
    name: "saha-text",
    async buildStart() {
      await compile();
    },
    configureServer(server) {
      server.watcher.on("change", (path) => {
        if (/[\\/]text[\\/](ar|en)[\\/].+\.json$/.test(path)) {
          compile().catch((error: unknown) => server.config.logger.error(String(error)));
        }
      });
    },
  };
}
