import { api, Role } from "@saha/contract";
import { call } from "../api.ts";
import { authenticate, currentUser } from "../session.ts";

/**
 * Tells that the link of an invitation was opened by a visitor or an attendee, before a guard leads on to the login;
 * staff who try a link are not who it was sent to. Opening consumes nothing, and a lost call costs nothing (rules §4).
 */
export async function noteOpened(code: string): Promise<void> {
  if (code.length > 200) return;
  await authenticate().catch(() => {});
  const user = currentUser();
  if (user && user.roleId !== Role.User) return;
  await call(api.invitations.opened, { body: { code } }).catch(() => {});
}
