/**
 * Lists what a transaction may tell others, each kind with its facts. A room declares its own kinds by module
 * augmentation, so that no room has to know the words of another.
 */
export interface NoticeKinds {
  /** Something may have been told that was lost on its way: whoever listens looks into the database. */
  "notices.missed": unknown;
}

/** What others learn of a transaction; it leaves only after the commit (rules §7). */
export type Notice = { [Kind in keyof NoticeKinds]: { kind: Kind } & NoticeKinds[Kind] }[keyof NoticeKinds];

/** The notices of all processes: to listen to, and to send what changes without a transaction of its own. */
export type Notices = {
  /** Another process's words may come after those of a later commit here. */
  on(listener: (notice: Notice, isFromElsewhere: boolean) => void): void;
  say(notice: Notice): void;
  /** Says it in this process alone: what each reads for its own sockets must not overtake what another has read. */
  sayHere(notice: Notice): void;
};
