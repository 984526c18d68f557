import { type Constraints, unreachable } from "../database/constraints.ts";

/** Maps the constraints of stored files. */
export const fileConstraints: Constraints = unreachable("random names of one form, too long to meet twice", [
  "files_pkey",
  "files_path_check",
  "removed_files_pkey",
]);
