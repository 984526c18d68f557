import type { CallAnswer, Language, PurchaseStatus, Role, ScoreReason, ticketTypes } from "@saha/contract";
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
    usernameSkeleton: ColumnType<string | null, string | null | undefined, string | null>;
    name: string | null;
    email: string | null;
    pendingEmail: string | null;
    avatar: string | null;
    roleId: Role;
    riotId: string | null;
    passwordHash: string;
    isPasswordReset: Generated<boolean>;
    isEmailDoubtful: Generated<boolean>;
    isBlocked: Generated<boolean>;
    isVerified: Generated<boolean>;
    deletedAt: NullableTime;
    registeredOn: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
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
    deviceHash: Buffer;
    codeHmac: Buffer;
    attempts: Generated<number>;
    foreignAttempts: Generated<number>;
    usedAt: NullableTime;
    createdAt: Time;
    expiresAt: Time;
  };
  knownDevices: { userId: number; deviceHash: Buffer; lastUsedAt: Time };
  files: { path: string; createdAt: Time };
  removedFiles: { path: string; waitingSince: Time };
  themes: Stamps & {
    id: GeneratedAlways<number>;
    boothId: number | null;
    primaryColour: string;
    secondaryColour: string;
    tertiaryColour: string;
    logo: string | null;
  };
  booths: Stamps & { id: GeneratedAlways<number>; name: string; image: string | null; isActive: Generated<boolean> };
  boothAdmins: { userId: number; roleId: Generated<number>; boothId: number };
  platforms: Stamps & { id: GeneratedAlways<number>; name: string };
  games: Stamps & {
    id: GeneratedAlways<number>;
    name: string;
    shortName: string;
    winPoints: number;
    losePoints: number;
    platformId: number;
    boothId: number;
    image: string | null;
    logo: string | null;
    description: Generated<string>;
    isQueueable: Generated<boolean>;
    isActive: Generated<boolean>;
    isDoubled: Generated<boolean>;
    externalGame: Generated<boolean>;
    finite: Generated<boolean>;
    min: number | null;
    max: number | null;
    leaderboard: Generated<boolean>;
    lastNumber: Generated<number>;
    lowest: GeneratedAlways<number>;
    highest: GeneratedAlways<number>;
  };
  queueEntries: {
    id: GeneratedAlways<number>;
    gameId: number;
    userId: number;
    number: number;
    isPlaying: Generated<boolean>;
    isFinished: Generated<boolean>;
    calledAt: NullableTime;
    callExpiresAt: NullableTime;
    answer: CallAnswer | null;
    held: "asked" | "elsewhere" | null;
    enteredAt: NullableTime;
    startedAt: NullableTime;
    finishedAt: NullableTime;
    createdAt: Time;
  };
  scores: {
    userId: number;
    gameId: number;
    score: Generated<number>;
    lowest: number;
    highest: number;
    reachedAt: Time;
  };
  scoreLog: {
    id: GeneratedAlways<number>;
    actorId: number;
    userId: number;
    gameId: number;
    queueEntryId: number | null;
    reason: ScoreReason;
    previousScore: number;
    currentScore: number;
    reverses: number | null;
    reversedBy: number | null;
    at: Time;
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
    purchaseId: number | null;
    sentTo: string | null;
    mailedAt: NullableTime;
    openedAt: NullableTime;
    createdAt: Time;
  };
  redemptions: {
    id: GeneratedAlways<number>;
    onlyRow: Generated<boolean>;
    isSet: Generated<boolean>;
    maxRedeem: number | null;
    redeemed: Generated<number>;
  };
  polls: Stamps & {
    id: GeneratedAlways<number>;
    boothId: number;
    name: string;
    secondary: Generated<string>;
    renderTime: Generated<number>;
    nextSeed: Buffer;
  };
  pollEntries: { id: GeneratedAlways<number>; pollId: number; userId: number; createdAt: Time };
  pollDraws: {
    id: GeneratedAlways<number>;
    pollId: number;
    seed: Buffer;
    list: string;
    winnerEntryId: number;
    rolledBy: number;
    at: Time;
    endsAt: Time;
    announcedAt: NullableTime;
  };
  surveyQuestions: Stamps & { id: GeneratedAlways<number>; question: string };
  surveyAnswers: Stamps & { id: GeneratedAlways<number>; questionId: number; userId: number; answer: string };
  returnedTickets: {
    uuid: string;
    shortCodeHash: Buffer;
    userId: number | null;
    ticketTitle: string;
    day: string;
    isByHolder: boolean;
    at: Time;
  };
  purchases: Stamps & {
    id: GeneratedAlways<number>;
    uuid: string;
    shortCodeHash: Buffer;
    userId: number;
    ticketId: number;
    day: string;
    price: Generated<number>;
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
    sessionId: number | null;
    purchaseId: number | null;
    userId: number | null;
    ticketTitle: string | null;
    at: Time;
  };
  auditLog: {
    id: GeneratedAlways<number>;
    requestId: string;
    actorId: number;
    sessionId: number;
    call: string;
    params: unknown;
    ip: string | null;
    userAgent: string | null;
    at: Time;
  };
  auditChanges: {
    id: GeneratedAlways<number>;
    auditId: number;
    subject: string;
    subjectId: string | null;
    before: unknown;
    after: unknown;
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
