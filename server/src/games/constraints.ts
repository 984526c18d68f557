import { type Constraints, unreachable } from "../database/constraints.ts";

/** Maps the constraints of games. */
export const gameConstraints: Constraints = {
  games_platform: { problem: "platform.in_use" },
  games_booth: { problem: "booth.in_use" },
  games_bounds: { problem: "game.bounds" },
  ...unreachable("the contract lets in no such value", ["games_win_points_check", "games_lose_points_check"]),
  ...unreachable("counted up by the server alone", ["games_last_number_check"]),
  ...unreachable("holds the key of scores; the id alone is unique already", ["games_of_bounds"]),
  ...unreachable("a path of a file that was stored before, and that nothing removes while it is shown", [
    "games_image_fkey",
    "games_logo_fkey",
  ]),
};
