import type { Role } from "@saha/contract";

/** What tests know of the table of screens: a type of its own, so that they don't compile the whole web. */
export declare const addresses: readonly {
  path: string;
  /** Who may open it; nobody who is signed in where it is for visitors. */
  roles: readonly Role[];
  /** Whose menus and navigation lead to it. */
  linkedFor: readonly Role[];
  /** For visitors as well as for every role. */
  isPublic?: true;
}[];
