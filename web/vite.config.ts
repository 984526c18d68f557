import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunks } from "./build/chunks.ts";
import { deepFontsPlugin } from "./build/deep-fonts-plugin.ts";
import { defaultThemePlugin } from "./build/default-theme.ts";
import { headPlugin } from "./build/head-plugin.ts";
import { iconsPlugin } from "./build/icons-plugin.ts";
import { leanContractPlugin } from "./build/lean-contract-plugin.ts";
import { leanSocketPlugin } from "./build/lean-socket-plugin.ts";
import { leanVendorPlugin } from "./build/lean-vendor-plugin.ts";
import { mantineLayersPlugin } from "./build/mantine-layers-plugin.ts";
import { mantineSheetsPlugin } from "./build/mantine-sheets-plugin.ts";
import { paintVersion } from "./build/paint-version.ts";
import { precompressPlugin } from "./build/precompress-plugin.ts";
import { referencePlugin } from "./build/reference-plugin.ts";
import { textPlugin } from "./build/text-plugin.ts";

const api = process.env.SAHA_API ?? "http://127.0.0.1:3000";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    leanContractPlugin(),
    leanVendorPlugin(),
    leanSocketPlugin(),
    iconsPlugin(),
    textPlugin(),
    mantineLayersPlugin(),
    mantineSheetsPlugin(),
    deepFontsPlugin(),
    defaultThemePlugin(),
    headPlugin(),
    react(),
    referencePlugin(),
    precompressPlugin(),
  ],
  define: { __PAINT_VERSION__: JSON.stringify(paintVersion) },
  build: {
    outDir: "dist",
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks } },
    },
  },
  css: { transformer: "lightningcss", modules: { localsConvention: "camelCaseOnly" } },
  server: {
    host: "127.0.0.1",
    proxy: {
      "/api": { target: api, changeOrigin: false },
      "/socket.io": { target: api, ws: true },
    },
  },
});
