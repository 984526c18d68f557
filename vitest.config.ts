import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      "contract",
      "server",
      "web",
      // Apart from the rest of the web: between files of two environments Vitest begins its workers anew.
      { test: { name: "web-files", root: "web", include: ["src/**/*.node.test.ts"], maxWorkers: 2, isolate: false } },
    ],
  },
});
