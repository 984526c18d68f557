import { type Constraints, unreachable } from "../database/constraints.ts";

/** Maps the constraints of invitation codes and of the limit of their redemptions. */
export const invitationConstraints: Constraints = {
  invitation_codes_one_purchase: { problem: "invitation.used" },
  // Raised by the trigger of this name.
  redemptions_max: { problem: "invitation.max_reached" },
  ...unreachable("random, and too long to meet twice", ["invitation_codes_code_key"]),
  ...unreachable("the contract lets in no such value", [
    "invitation_codes_sent_to_check",
    "redemptions_max_redeem_check",
  ]),
  ...unreachable("written by the server alone, in one form", [
    "invitation_codes_code_check",
    "redemptions_only_row_check",
    "redemptions_only_row_key",
    "redemptions_redeemed_check",
  ]),
  ...unreachable("written in the transaction that made the row it refers to, for it alone", [
    "invitation_codes_ticket_id_fkey",
    "invitation_codes_purchase_id_fkey",
  ]),
};
