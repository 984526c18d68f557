import { api } from "@saha/contract";
import type { Entry, Scene } from "./screen.ts";
import { button } from "./steps.ts";

const inList = async ({ page, t }: Scene) => button(page, t("play_view_list")).click();

/** The first booth's page of the demo, where the own account stands in a line. */
const booth = "/userBooths/1";

export const booths: Entry[] = [
  { name: "booths", as: "noura", path: "/userBooths" },
  { name: "booths-list", as: "noura", path: "/userBooths", act: inList },
  { name: "booth", as: "noura", path: booth },
  {
    name: "booth-description",
    as: "noura",
    path: "/userBooths/2",
    act: async ({ page, server, t }) => {
      const [game] = await server.admin(api.booths.games, { params: { id: "2" } });
      await button(page, t("play_describe_name", { game: game?.name ?? "" })).click();
      await page.locator("dialog[open]").waitFor();
    },
  },
  { name: "booth-gone", as: "noura", path: "/userBooths/999" },
  { name: "standings", as: "noura", path: "/standings" },
  { name: "score", as: "noura", path: "/score" },
  { name: "score-bare", as: "noura", path: "/score", seed: "bare" },
];
