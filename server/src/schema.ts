import type { Language, PurchaseStatus, Role, ticketTypes } from "@saha/contract";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/** A timestamptz: read as UTC ISO 8601 text, written as text or Date. */
type Time = ColumnType<string, string | Date | undefined, string | Date>;
type NullableTime = ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
type Stamps = { createdAt: Time; updatedAt: Time };

/** The tables as TypeScript sees them, in camelCase; `migrations/` is the truth. */
export type Schema = {
  event: { onlyRow: Generated<boolean>; world: "empty" | "demo" | "rush" };
  users: Stamps & {
    id: GeneratedAlways<number>;
    uuid: Generated<string>;
    username: string;
    usernameKey: string;
    name: string | null;
    email: string | null;
    pendingEmail: string | null;
    avatar: string | null;
    roleId: Role;
    riotId: string | null;
    passwordHash: string;
    isBlocked: Generated<boolean>;
    isVerified: Generated<boolean>;
    deletedAt: NullableTime;
  };
  sessions: {
    id: GeneratedAlways<number>;
    userId: number;
    refreshHash: Buffer;
    createdAt: Time;
    lastUsedAt: Time;
    idleSeconds: number;
    expiresAt: Time;
    revokedAt: NullableTime;
    ip: string | null;
    userAgent: string | null;
    language: Language;
  };
  oneTimeCodes: {
    id: GeneratedAlways<number>;
    userId: number;
    purpose: "verification" | "recovery";
    address: string;
    codeHmac: Buffer;
    attempts: Generated<number>;
    usedAt: NullableTime;
    createdAt: Time;
    expiresAt: Time;
  };
  knownDevices: { userId: number; deviceHash: Buffer; lastUsedAt: Time };
  files: { path: string; createdAt: Time };
  themes: Stamps & {
    id: GeneratedAlways<number>;
    boothId: number | null;
    primaryColour: string;
    secondaryColour: string;
    tertiaryColour: string;
    logo: string | null;
  };
  ticketCategories: Stamps & { id: GeneratedAlways<number>; name: string };
  tickets: Stamps & {
    id: GeneratedAlways<number>;
    title: string;
    price: Generated<number>;
    quantity: number;
    purchased: Generated<number>;
    day: string;
    categoryId: number;
    description: Generated<string>;
    features: Generated<string>;
    active: Generated<boolean>;
    visible: Generated<boolean>;
    eventName: Generated<string>;
    type: (typeof ticketTypes)[number] | null;
    ticketInviter: string | null;
  };
  invitationCodes: {
    id: GeneratedAlways<number>;
    ticketId: number;
    code: string;
    redeemed: Generated<boolean>;
    createdAt: Time;
  };
  purchases: Stamps & {
    id: GeneratedAlways<number>;
    uuid: string;
    shortCodeHash: Buffer;
    userId: number;
    ticketId: number;
    day: string;
    status: Generated<PurchaseStatus>;
    lastQrEntryScan: NullableTime;
    lastQrFeatureScan: NullableTime;
  };
  scanLog: {
    id: GeneratedAlways<number>;
    kind: "entry" | "feature";
    result: string;
    wasTyped: boolean;
    gate: string | null;
    scannerId: number;
    purchaseId: number | null;
    userId: number | null;
    ticketTitle: string | null;
    at: Time;
  };
  idempotencyKeys: {
    userId: number;
    key: string;
    call: string;
    bodyHash: Buffer;
    kept: ColumnType<unknown, string, string>;
    createdAt: Time;
  };
};
