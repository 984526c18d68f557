import { m } from "./text/compiled/messages.js";
import { toast } from "./ui/toast/toast.ts";

type Answer = { forgottenEmail?: string | undefined };

/**
 * Says that an address which nobody had verified was taken from the account, where one was (rules §3, decision 0137).
 */
export function sayForgotten({ forgottenEmail }: Answer): void {
  if (forgottenEmail !== undefined) warn(m.email_forgotten({ email: isolate(forgottenEmail) }));
}

/** Says to staff that the password which they set took the account's address away (decision 0170). */
export function sayEmailTaken({ forgottenEmail }: Answer): void {
  if (forgottenEmail !== undefined) warn(m.users_email_taken({ email: isolate(forgottenEmail) }));
}

function isolate(email: string): string {
  return `\u2066${email}\u2069`;
}

function warn(message: string): void {
  void toast({ kind: "warning", message, stays: 20_000 });
}
