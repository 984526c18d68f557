import { type Constraints, unreachable } from "../database/constraints.ts";

/** Maps the constraints of tickets, categories, purchases, scans and what was given back. */
export const ticketConstraints: Constraints = {
  tickets_stock: { problem: "ticket.sold_out" },
  tickets_category: { problem: "category.in_use" },
  ticket_categories_name_taken: { problem: "category.name_taken", field: "name" },
  purchases_one_live_a_day: { problem: "ticket.day_taken" },
  purchases_ticket: { problem: "ticket.has_purchases" },
  scan_log_admitted_once: { problem: "ticket.already_used" },
  // An account that goes while its own call still runs.
  purchases_user_id_fkey: { problem: "auth.required" },
  scan_log_scanner_id_fkey: { problem: "auth.required" },
  // Ten letters may meet twice; the next try has others.
  purchases_short_code: { problem: "server.busy" },
  ...unreachable("the contract lets in no such value", [
    "tickets_price_check",
    "tickets_quantity_check",
    "tickets_type_check",
    "scan_log_gate_check",
  ]),
  ...unreachable("written by the server alone, in one form", [
    "purchases_short_code_hash_check",
    "purchases_status_check",
    "purchases_price_check",
    "purchases_entry_is_stamped",
    "purchases_feature_is_stamped",
    "scan_log_kind_check",
    "returned_tickets_short_code_hash_check",
  ]),
  ...unreachable("random, and too long to meet twice", ["purchases_uuid_key"]),
  ...unreachable("a copy of what a purchase had alone", [
    "returned_tickets_pkey",
    "returned_tickets_short_code_hash_key",
  ]),
  ...unreachable("holds the key of purchases; the id alone is unique already", ["tickets_id_day_key"]),
  ...unreachable("written in the transaction that holds the row it refers to", [
    "scan_log_purchase_id_fkey",
    "scan_log_user_id_fkey",
    "returned_tickets_user_id_fkey",
  ]),
};
