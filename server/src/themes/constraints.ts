import { type Constraints, unreachable } from "../database/constraints.ts";

/** Maps the constraints of themes. */
export const themeConstraints: Constraints = {
  themes_one_per_booth: { problem: "theme.booth_taken" },
  themes_booth: { problem: "booth.in_use" },
  ...unreachable("the contract lets in no such value", [
    "themes_primary_colour_check",
    "themes_secondary_colour_check",
    "themes_tertiary_colour_check",
  ]),
  ...unreachable("a path of a file that was stored before, and that nothing removes while it is shown", [
    "themes_logo",
  ]),
};
