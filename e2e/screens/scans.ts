import { longNames } from "../seeds.ts";
import type { Entry, Scene } from "./screen.ts";
import { button, submit } from "./steps.ts";

const validate = /\/api\/ticket-scan\//;

async function check(scene: Scene, code: string): Promise<void> {
  const { page, t } = scene;
  await page.getByLabel(t("scans_code_label")).fill(code);
  await submit(scene, t("scans_code_check"));
  await page.getByRole("alert").first().waitFor();
}

function verdict(name: string, path: string, act: (scene: Scene) => Promise<void>, more: Partial<Entry> = {}): Entry {
  return { name: `verdict-${name}`, as: "scan", path, act, ...more };
}

/** A camera that shows a quiet picture, put in the place of the browser's own. */
async function standInCamera({ page }: Scene): Promise<void> {
  await page.addInitScript(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 640;
    canvas.height = 480;
    const brush = canvas.getContext("2d");
    setInterval(() => {
      if (!brush) return;
      brush.fillStyle = "#8a8f98";
      brush.fillRect(0, 0, 640, 480);
    }, 100);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
  });
}

async function startScanner({ page, t }: Scene): Promise<void> {
  await button(page, t("scans_start")).click();
  await page.locator("dialog[open]").waitFor();
}

export const scans: Entry[] = [
  { name: "scan-entry", as: "scan", path: "/scanEnter" },
  { name: "scan-entry", as: "admin", path: "/scanEnter" },
  { name: "scan-food", as: "scan", path: "/scanFeature" },
  {
    name: "scan-entry-kept",
    as: longNames.scan,
    path: "/scanEnter",
    seed: "long",
    before: async ({ page }) => {
      await page.addInitScript((name) => localStorage.setItem("saha.gate", name), longNames.gate);
    },
    act: async (scene) => {
      await check(scene, await scene.server.takenCode("free"));
      await scene.page.waitForTimeout(400);
      await scene.page.keyboard.press("Enter");
      await scene.page.locator("dialog[open]").waitFor({ state: "detached" });
    },
  },
  verdict("in", "/scanEnter", async (scene) => check(scene, await scene.server.takenCode("free"))),
  verdict("collect", "/scanEnter", async (scene) => check(scene, await scene.server.takenCode("priced"))),
  verdict("used", "/scanEnter", async (scene) => {
    await check(scene, await scene.server.usedCode());
    const [name, username] = await scene.page
      .locator("dialog dl > div", { hasText: scene.t("scans_fact_by") })
      .locator("dd")
      .evaluateAll((lines) => lines.map((line) => Number.parseFloat(getComputedStyle(line).fontSize)));
    if (!(Number(username) < Number(name))) throw new Error("the username stands as large as the name");
  }),
  verdict("wrong-day", "/scanEnter", async (scene) => check(scene, await scene.server.takenCode("tomorrow"))),
  verdict("unknown", "/scanEnter", (scene) => check(scene, "ABCDE-FGHJK")),
  verdict("food", "/scanFeature", async (scene) => check(scene, await scene.server.usedCode())),
  verdict("not-in", "/scanFeature", async (scene) => check(scene, await scene.server.takenCode("free"))),
  verdict("lost", "/scanEnter", (scene) => check(scene, "ABCDE-FGHJK"), { lost: validate }),
  verdict("in-long", "/scanEnter", async (scene) => check(scene, await scene.server.takenCode("free")), {
    seed: "long",
    as: longNames.scan,
  }),
  verdict("collect-long", "/scanEnter", async (scene) => check(scene, await scene.server.takenCode("priced")), {
    seed: "long",
    as: longNames.scan,
  }),
  verdict("used-long", "/scanEnter", async (scene) => check(scene, await scene.server.usedCode()), {
    seed: "long",
    as: longNames.scan,
  }),
  {
    name: "verdict-waiting",
    as: "scan",
    path: "/scanEnter",
    stalled: validate,
    act: async (scene) => {
      await scene.page.getByLabel(scene.t("scans_code_label")).fill("ABCDE-FGHJK");
      await submit(scene, scene.t("scans_code_check"));
      await scene.page.locator("dialog[open]").waitFor();
    },
  },
  {
    name: "scanner",
    as: "scan",
    path: "/scanEnter",
    before: standInCamera,
    act: async (scene) => {
      await startScanner(scene);
      await scene.page.getByText(scene.t("scanner_aim")).waitFor();
    },
  },
  {
    name: "scanner-trouble",
    as: "scan",
    path: "/scanEnter",
    act: async (scene) => {
      await startScanner(scene);
      await button(scene.page, scene.t("scanner_retry")).waitFor();
    },
  },
];
