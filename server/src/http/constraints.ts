import { type Constraints, unreachable } from "../database/constraints.ts";

/** Maps the constraints of stored answers. */
export const idempotencyConstraints: Constraints = {
  // An account that goes while its own call still runs.
  idempotency_keys_user_id_fkey: { problem: "auth.required" },
  ...unreachable("checked when the header is read", ["idempotency_keys_key_check"]),
  ...unreachable("written on conflict do update", ["idempotency_keys_pkey"]),
};
