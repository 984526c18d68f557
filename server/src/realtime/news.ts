import type { Events, Language } from "@saha/contract";

/**
 * Whom news is for: everybody of an account or a role, one device, whoever looks at a booth's public board, a booth's
 * own admin, or whoever stands in the line of a game.
 */
export type Room = `${"user" | "role" | "session" | "board" | "booth" | "game"}:${number}`;

/** One event of the contract for open sockets, its message in both languages (rules §7). */
export type News = {
  [Name in keyof Events]: {
    event: Name;
    to: Room[];
    message: Record<Language, string>;
    ids: Omit<Events[Name], "message">;
  };
}[keyof Events];

declare module "../database/notices.ts" {
  interface NoticeKinds {
    news: News;
    /** Sockets of these sessions close. */
    "session.ended": { sessionIds: number[] };
    /** Sockets of the session hear this language from now on. */
    "session.language": { sessionId: number; language: Language };
    /** The open sockets of an account hear of a line or booth from now on, or no more. */
    "rooms.changed": { userId: number; join: Room[]; leave: Room[] };
  }
}
