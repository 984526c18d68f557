import type { Language, Role } from "@saha/contract";
import type { Peers } from "../limits/ring.ts";

/** The signed-in account behind a request. */
export type Actor = {
  readonly id: number;
  readonly roleId: Role;
  readonly sessionId: number;
  /** Whether a gate let the person in during the last day, or the email is verified; other accounts cost nothing. */
  readonly peers: Peers | undefined;
};

/** Who is asking from where; nothing in it is trusted for access. */
export type Client = {
  ip: string;
  userAgent: string | null;
  language: Language;
  /** A random key kept by the browser, so that a stranger can't lock out a known device (rules §3). */
  device: string | null;
  /** Method and route, and the proof of work that came with it (rules §3). */
  call?: string;
  proof?: string | undefined;
  /** Whether the caller has hung up, so that nothing costly is done for nobody; absent where nobody can. */
  hasLeft?: () => boolean;
};
