import reference from "@scalar/fastify-api-reference";
import fastify from "fastify";
import type { Plugin } from "vite";

/**
 * Lays the script of the API's reference page among the assets, so that it is compressed ahead and streamed from disk.
 */
export function referencePlugin(): Plugin {
  return {
    name: "saha-reference",
    apply: "build",
    async generateBundle() {
      const app = fastify();
      // Of the library only its script is used: its own page needs inline scripts.
      await app.register(reference, { routePrefix: "/docs", configuration: { url: "/api/openapi.json" } });
      const { body } = await app.inject("/docs/js/scalar.js");
      this.emitFile({ type: "asset", name: "reference.js", source: body });
    },
  };
}
