import type { PurchaseStatus } from "@saha/contract";
import { m } from "../../text/compiled/messages.js";

const texts: Record<PurchaseStatus, () => string> = {
  ACTIVE: m.tickets_status_active,
  USED_FOR_ENTRY: m.tickets_status_entry,
  USED_FOR_FEATURE: m.tickets_status_feature,
  INACTIVE: m.tickets_inactive,
};

/** How far an own ticket is used, in words (spec §4). */
export function statusText(status: PurchaseStatus): string {
  return texts[status]();
}
