import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { defaultThemePlugin } from "./build/default-theme.ts";
import { textPlugin } from "./build/text-plugin.ts";

const api = process.env.SAHA_API ?? "http://127.0.0.1:3000";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [textPlugin(), defaultThemePlugin(), react()],
  resolve: {
    // Mantine's sheets in their cascade layer, so that a component's own module always has the last word.
    alias: [
      { find: /^(@mantine\/core\/styles\/\w[\w-]*)\.css$/, replacement: "$1.layer.css" },
      { find: "@mantine/notifications/styles.css", replacement: "@mantine/notifications/styles.layer.css" },
    ],
  },
  build: { outDir: "dist", target: "es2022", assetsInlineLimit: 0, sourcemap: false, reportCompressedSize: false },
  css: { transformer: "lightningcss", modules: { localsConvention: "camelCaseOnly" } },
  server: {
    host: "127.0.0.1",
    proxy: {
      "/api": { target: api, changeOrigin: false },
      "/socket.io": { target: api, ws: true },
    },
  },
});
