import { type Constraints, unreachable } from "../database/constraints.ts";

/** Maps the constraints of what a start writes. */
export const startConstraints: Constraints = {
  ...unreachable("written by the start alone, on conflict do nothing", ["event_pkey", "event_only_row_check"]),
  ...unreachable("written by the start alone, over the one row", ["secret_mark_pkey", "secret_mark_only_row_check"]),
  ...unreachable("written by the start alone", ["event_world_check", "migrations_pkey"]),
};
