/** What the server tells an open socket; each carries a message in the session's language (spec §7, rules §7). */
export type Events = {
  "Session:ended": { message: string };
};
