import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "server",
    include: ["{src,test}/**/*.test.ts"],
    setupFiles: ["test/plain-twins.ts"],
    globalSetup: ["test/global-setup.ts"],
    // Unset it leaves one of two cores idle.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
