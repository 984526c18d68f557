import { type Constraints, unreachable } from "../database/constraints.ts";

/** Maps the constraints of scores and of the log of their changes. */
export const scoreConstraints: Constraints = {
  scores_game: { problem: "game.has_history" },
  scores_within_bounds: { problem: "game.scores_outside" },
  scores_user_id_fkey: { problem: "user.not_found" },
  score_log_game: { problem: "game.has_history" },
  score_log_user_id_fkey: { problem: "user.not_found" },
  score_log_one_result: { problem: "queue.finished" },
  // An account that goes while its own call still runs.
  score_log_actor_id_fkey: { problem: "auth.required" },
  ...unreachable("written on conflict do update", ["scores_pkey"]),
  ...unreachable("written by the server alone, in one form", [
    "score_log_of_entry",
    "score_log_reason_check",
    "score_log_reversal",
    "score_log_is_scored",
    "scores_are_logged",
  ]),
  ...unreachable("written in the transaction that holds the row it refers to", [
    "score_log_queue_entry_id_fkey",
    "score_log_reverses_fkey",
    "score_log_reversed_by_fkey",
    "score_log_reverses_key",
    "score_log_reversed_by_key",
  ]),
};
