import type { BoardGame } from "./booths.ts";
import type { QueueEntry } from "./queue.ts";
import type { Line, Pace, QueueState } from "./queue-words.ts";

type OwnEntry = { queueId: number; gameId: number; boothId: number };
type Draw = { pollId: number; name: string; entries: number; renderTime: number; endsAt: string };
type OwnScore = { gameId: number; boothId: number; score: number; change: number };

/**
 * What the server tells an open socket; each carries a message in the session's latest language, and ids enough to know
 * what to fetch again (spec §7, rules §7).
 */
export type Events = {
  /** This device is signed out; the socket closes next. */
  "Session:ended": { message: string };
  /**
   * Something that this socket was to hear may have been lost between processes, such as a call while Redis was away:
   * whatever is shown is to be fetched again, each screen at a moment of its own.
   */
  "News:missed": { message: string };
  /** The own account has changed: its name, email, verification or avatar. */
  "Account:changed": { message: string; userId: number };
  /**
   * An own ticket was let in, served, taken back or moved to another day: the own tickets and what can be reserved are
   * to be fetched again; `isForMany`: other holders are told at the same moment.
   */
  "Ticket:changed": { message: string; ticketId: number; isForMany: boolean };

  /** The own win, lose or trivia points; `score` is what the person has in that game now. */
  "Score:userWin": { message: string; queueId: number } & OwnScore;
  "Score:userLose": { message: string; queueId: number } & OwnScore;
  "Score:userTrivia": { message: string } & OwnScore;
  /** The own score was set, or a win or lose taken back. */
  "Score:changed": { message: string } & OwnScore;
  /** The own call; without an end when the place is held because the person plays elsewhere (`state` is `held`). */
  "UserIsCalled:update": { message: string; state: QueueState; callExpiresAt: string | null } & OwnEntry;
  "UserEnter:update": { message: string } & OwnEntry;
  /** The draw that was shown until `endsAt` is over: the username of its winner. */
  "Poll:userPollWin": { message: string; pollId: number; endsAt: string; winner: string };
  /**
   * A draw has begun, with all that a phone needs to show it: its `entries` until `endsAt`, `renderTime` seconds in
   * all; the winner follows then.
   */
  "Poll:spinning": { message: string; boothId: number; drawId: number } & Draw;
  /** The giveaways of a booth have changed. */
  "Poll:changed": { message: string; boothId: number };

  /** An own entry has changed: the own entries and slots are to be fetched again. */
  "Queue:changed": { message: string; state: QueueState } & OwnEntry;
  /** For staff: an entry as it is now; null once it is finished, or of no concern for the role. */
  "Queue:entry": { message: string; entry: QueueEntry | null } & OwnEntry;
  /** For staff: more entries have changed than are told of one by one; the list is to be fetched again. */
  "Queue:many": { message: string; boothId: number };
  /**
   * For everybody in the line of a game: who stands in it, so that each phone knows its place (`placeIn`) and wait
   * (`waitAt`); unless `isWhole`, only its first part, and who is behind that is told of it less often.
   */
  "Queue:line": {
    message: string;
    gameId: number;
    boothId: number;
    line: Line;
    isWhole: boolean;
    pace: Pace | null;
  };
  /** For the public board: one of its games as it is now. */
  "Board:changed": { message: string; boothId: number; game: BoardGame };
  /** A booth, its games or its theme have changed; null: any may have, as when a platform was renamed. */
  "Booth:changed": { message: string; boothId: number | null };
  /** For a booth admin: the booth that the account is assigned to now. */
  "Booth:assigned": { message: string; boothId: number | null };
};
