import { type Constraints, unreachable } from "../database/constraints.ts";

/** Maps the constraints of the lines of games. */
export const queueConstraints: Constraints = {
  queue_entries_game: { problem: "game.has_history" },
  queue_entries_one_unfinished: { problem: "queue.already_in_line" },
  queue_entries_user_id_fkey: { problem: "user.not_found" },
  ...unreachable("the contract lets in no such value", ["queue_entries_answer_check"]),
  ...unreachable("written by the server alone, in one form", [
    "queue_entries_held_check",
    "queue_entries_number_check",
    "queue_entries_state",
  ]),
  ...unreachable("counted up under the lock of the game", ["queue_entries_number"]),
};
