import type { Game } from "@saha/contract";
import { expect, test } from "vitest";
import { searcher } from "../../ui/data-table/search.ts";
import { gameColumns } from "./game-columns.tsx";
import { blankGame, changesOf, formOf, newGame } from "./game-form.ts";

const game: Game = {
  id: 4,
  name: "تيكن 8",
  shortName: "تيكن",
  winPoints: 30,
  losePoints: -5,
  platformId: 2,
  boothId: 7,
  image: "/files/a.webp",
  logo: "",
  description: "<p>جولتان</p>",
  isQueueable: true,
  isActive: true,
  isDoubled: false,
  externalGame: false,
  finite: true,
  min: -10,
  max: 90,
  leaderboard: true,
  createdAt: "2026-11-20T09:00:00.000Z",
  updatedAt: "2026-11-20T09:00:00.000Z",
};

test("an edited game sends what was changed, and nothing when nothing was", async () => {
  expect(await changesOf(game, formOf(game))).toEqual({});
  expect(await changesOf(game, { ...formOf(game), name: "تيكن", isActive: false })).toEqual({
    name: "تيكن",
    isActive: false,
  });
});

test("bounds are sent only for a finite game", async () => {
  expect(await changesOf(game, { ...formOf(game), finite: false, min: 3 })).toEqual({ finite: false });
  expect(await changesOf(game, { ...formOf(game), max: 100 })).toEqual({ max: 100 });
  expect(await newGame({ ...blankGame, min: 1, max: 2 })).not.toHaveProperty("min");
  expect(await newGame({ ...blankGame, finite: true, min: 0, max: 2 })).toMatchObject({ finite: true, min: 0, max: 2 });
});

test("a new game sends no flag that it begins with, and no picture that was not chosen", async () => {
  const body = await newGame({ ...blankGame, name: "x" });
  for (const field of ["isQueueable", "isActive", "isDoubled", "image", "logo"]) expect(body).not.toHaveProperty(field);
});

test("a chosen picture is sent as a file, a removed one as empty text, one that stays not at all", async () => {
  const logo = new File(["<svg/>"], "logo.svg", { type: "image/svg+xml" });
  const body = await changesOf(game, { ...formOf(game), image: "", logo });
  expect(body).toEqual({ image: "", logo: expect.any(File) });
});

test("games are found by their booth and platform, which are numbers until their lists are here", () => {
  const found = (
    typed: string,
    columns = gameColumns([{ id: 7, name: "حلبة القتال" }], [{ id: 2, name: "PlayStation" }]),
  ) => searcher([game], columns).find(typed).length;
  expect([found("القتال"), found("playstation"), found("Xbox")]).toEqual([1, 1, 0]);
  expect(found("#7", gameColumns())).toBe(1);
});
