import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "server",
    include: ["{src,test}/**/*.test.ts"],
    setupFiles: ["test/plain-twins.ts"],
    globalSetup: ["test/global-setup.ts"],
    // Unset it leaves one of two cores idle.
    maxWorkers: 2,
    // Files of one worker share what they import; each loading all of Saha anew took half of the processor's time.
    isolate: false,
    testTimeout: 60_000,
    // A second, the usual time for a state to come, is short on two cores that other tests keep busy.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
  },
});
