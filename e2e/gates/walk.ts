import { test as base } from "@playwright/test";
import { openStage, type Stage } from "../visitor.ts";

/** Servers and a browser's page that a worker keeps from one screen to the next. */
export const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ browser }, use) => {
      const stage = openStage(browser, { scale: () => 1 });
      await use(stage);
      await stage.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});
