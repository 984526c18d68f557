import { currentUser } from "./session.ts";

/** In the tab's storage: the code that the first guard puts there, and on a line below it whose it is. */
const key = "invited";

/**
 * The code of the link that was opened last in this tab, until it is typed over or used. Whoever is signed in when it
 * is asked for has it alone from then on: what is another person's is forgotten.
 */
export function claimInvitation(): string | undefined {
  const [code, owner] = sessionStorage.getItem(key)?.split("\n") ?? [];
  const user = currentUser();
  if (!code || !user) return code;
  if (owner && owner !== String(user.id)) return forgetInvitation();
  sessionStorage.setItem(key, `${code}\n${user.id}`);
  return code;
}

export function forgetInvitation(): undefined {
  sessionStorage.removeItem(key);
}
