import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "server",
    include: ["{src,test}/**/*.test.ts"],
    globalSetup: ["test/global-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
