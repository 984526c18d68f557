import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Lays a Brotli and a gzip twin beside each text file of the build, so that the server sends them as they are. */
export function precompressPlugin(): Plugin {
  let folder = "";
  return {
    name: "saha-precompress",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir, "assets");
    },
    async closeBundle() {
      const names = (await readdir(folder)).filter((name) => /\.(js|css|svg|wasm)$/.test(name));
      const compress = async (name: string) => {
        const bytes = await readFile(join(folder, name));
        if (bytes.length < 1000) return;
        // What nobody waits for on a phone is not worth 10 s of every build.
        const quality = bytes.length > 1_000_000 ? 9 : constants.BROTLI_MAX_QUALITY;
        const params = {
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          [constants.BROTLI_PARAM_QUALITY]: quality,
        };
        await writeFile(join(folder, `${name}.br`), await brotli(bytes, { params }));
        await writeFile(join(folder, `${name}.gz`), await zip(bytes, { level: 9 }));
      };
      await Promise.all(names.map(compress));
    },
  };
}
