import { type Constraints, unreachable } from "../database/constraints.ts";

/** Maps the constraints of giveaways and their draws. */
export const pollConstraints: Constraints = {
  polls_booth: { problem: "booth.in_use" },
  poll_entries_once: { problem: "poll.already_joined" },
  poll_entries_poll_id_fkey: { problem: "poll.not_found" },
  poll_draws_poll: { problem: "poll.has_draws" },
  poll_draws_winner: { problem: "poll.spinning" },
  poll_draws_one_spins: { problem: "poll.spinning" },
  // An account that goes while its own call still runs.
  poll_entries_user_id_fkey: { problem: "auth.required" },
  poll_draws_rolled_by_fkey: { problem: "auth.required" },
  ...unreachable("the contract lets in no such value", ["polls_render_time_check"]),
  ...unreachable("written by the server alone, in one form", ["polls_next_seed_check", "poll_draws_seed_check"]),
  ...unreachable("random, and too long to meet twice", ["poll_draws_seed"]),
  ...unreachable("holds the key of draws; the id alone is unique already", ["poll_entries_of_poll"]),
  ...unreachable("the winner is one of the entries that were read under the lock of the giveaway", [
    "poll_draws_entry",
  ]),
};
