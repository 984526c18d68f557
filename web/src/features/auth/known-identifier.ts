import { onLeave } from "../../session.ts";

let known = "";
onLeave(() => rememberIdentifier(""));

/**
 * Remembers, until somebody signs out or the page is left, who has just registered or chosen a new password: the login
 * opens with that name.
 */
export function rememberIdentifier(identifier: string): void {
  known = identifier;
}

export function knownIdentifier(): string {
  return known;
}
