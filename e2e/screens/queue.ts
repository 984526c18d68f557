import { api, Platform } from "@saha/contract";
import type { Entry, Scene } from "./screen.ts";
import { button } from "./steps.ts";

/** The seeded steps of an evening, as the staff's own homes, the public board and its states show them. */
export const queues: Entry[] = [
  {
    name: "queue-more",
    as: "booth",
    path: "/",
    only: "phone",
    act: async ({ page }) => {
      await page.locator("[aria-expanded=false]").last().click();
      await page.locator("[aria-expanded=true]").waitFor();
    },
  },
  { name: "trivia-player", as: "trivia", path: "/", act: showPlayer },
  { name: "board", as: null, path: "/board/1" },
  { name: "board-gone", as: null, path: "/board/999" },
];

/** A game and a player, with a number typed on the keypad. */
async function showPlayer({ page, server, t }: Scene): Promise<void> {
  const player = (await server.admin(api.users.list)).find(({ username }) => username === "noura");
  const game = (await server.admin(api.games.list)).find(({ platformId }) => platformId === Platform.Trivia);
  await page.getByLabel(t("trivia_game")).selectOption(String(game?.id));
  await page.getByLabel(t("trivia_player")).fill(String(player?.id));
  await button(page, t("trivia_find")).click();
  await button(page, "3").click();
  await button(page, "0").click();
}
