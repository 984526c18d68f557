// Apart from the schemas, so that a screen that names a category carries none of them.

/** The three categories that every event has (spec §9). */
export const Category = { Free: 1, Invitation: 2, Paid: 3 } as const;

export const ticketTypes = ["Silver", "Gold", "Premium"] as const;

export const purchaseStatuses = ["ACTIVE", "USED_FOR_ENTRY", "USED_FOR_FEATURE", "INACTIVE"] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];
