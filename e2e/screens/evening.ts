import { api } from "@saha/contract";
import { longNames, type SeededServer } from "../seeds.ts";
import type { Entry, Scene } from "./screen.ts";
import { add, openRow, submit } from "./steps.ts";

const question = async ({ admin }: SeededServer) => (await admin(api.surveys.list))[0]?.question ?? "";
const booth = async ({ admin }: SeededServer) => (await admin(api.booths.list))[0]?.name ?? "";

async function openResults(scene: Scene): Promise<void> {
  const { page, t } = scene;
  await page.getByRole("button", { name: t("survey_results", { question: await question(scene.server) }) }).click();
  await page.getByRole("dialog").getByRole("table").waitFor();
}

/**
 * What an evening has beside its tickets and lines: purchases, giveaways and their proof, the survey, the looks of
 * booths.
 */
export const evening: Entry[] = [
  { name: "dashboard-purchased", as: "admin", path: "/dashboard/tickets/purchased" },
  { name: "dashboard-polls", as: "admin", path: "/dashboard/polls" },
  { name: "dashboard-poll-add", as: "admin", path: "/dashboard/polls", act: (scene) => add(scene, "polls_add") },
  // The second giveaway of the demo has been drawn, the first has not.
  {
    name: "draws",
    as: null,
    path: "/draws/2",
    act: async ({ page, t }) => page.getByText(t("draws_right")).waitFor(),
  },
  { name: "draws-empty", as: "noura", path: "/draws/1" },
  { name: "dashboard-survey", as: "admin", path: "/dashboard/survey" },
  { name: "dashboard-survey-results", as: "admin", path: "/dashboard/survey", act: openResults },
  { name: "survey", as: "noura", path: "/survey" },
  {
    name: "survey-long",
    as: longNames.user,
    path: "/survey",
    seed: "long",
    act: async (scene) => {
      await scene.page.getByRole("textbox").first().fill("و".repeat(400));
      await submit(scene, scene.t("survey_save"));
      await scene.page.getByText(scene.t("survey_answered"), { exact: true }).first().waitFor();
    },
  },
  { name: "dashboard-themes", as: "admin", path: "/dashboard/themes" },
  {
    name: "dashboard-theme-of-booth",
    as: "admin",
    path: "/dashboard/themes",
    act: async (scene) => openRow(scene, "table_edit", await booth(scene.server)),
  },
];
