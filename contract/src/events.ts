/** What the server tells an open socket; each carries a message in the session's latest language, and ids enough to know what to fetch again (spec §7, rules §7). */
export type Events = {
  /** This device is signed out; the socket closes next. */
  "Session:ended": { message: string };
  /** The own account has changed: its name, email, verification or avatar. */
  "Account:changed": { message: string; userId: number };
  /** An own ticket was let in, served, taken back or moved to another day: the own tickets and what can be reserved are to be fetched again. */
  "Ticket:changed": { message: string; ticketId: number };
};
