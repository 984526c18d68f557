import type { PurchaseStatus } from "@saha/contract";
import { m } from "./compiled/messages.js";

const names: Record<PurchaseStatus, () => string> = {
  ACTIVE: m.format_status_active,
  USED_FOR_ENTRY: m.format_status_entry,
  USED_FOR_FEATURE: m.format_status_feature,
  INACTIVE: m.format_status_inactive,
};

/** Names how far a taken ticket is used (spec §4), one word for each on every screen. */
export function statusName(status: PurchaseStatus): string {
  return names[status]();
}
