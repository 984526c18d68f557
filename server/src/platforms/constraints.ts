import type { Constraints } from "../database/constraints.ts";

/** Maps the constraints of platforms. */
export const platformConstraints: Constraints = {
  platforms_name_taken: { problem: "platform.name_taken", field: "name" },
};
