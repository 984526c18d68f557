import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  define: { __PAINT_VERSION__: JSON.stringify("test") },
  test: {
    name: "web",
    root: import.meta.dirname,
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    exclude: ["src/**/*.node.test.ts"],
    setupFiles: ["src/test-setup.ts"],
    maxWorkers: 2,
    // Files of one worker share what they import; each loading all of Saha anew took half of the processor's time.
    isolate: false,
    css: false,
    testTimeout: 30_000,
    // A second, the usual time for a state to come, is short on two cores that other tests keep busy.
    expect: { poll: { timeout: 20_000 } },
  },
});
