import { m } from "./text/compiled/messages.js";
import { toast } from "./ui/toast/toast.ts";

/**
 * Says that an address which nobody had verified was taken from the account, where one was (rules §3, decision 0137).
 */
export function sayForgotten({ forgottenEmail: email }: { forgottenEmail?: string | undefined }): void {
  if (email === undefined) return;
  void toast({ kind: "warning", message: m.email_forgotten({ email: `\u2066${email}\u2069` }), stays: 20_000 });
}
