import { randomUUID } from "node:crypto";
import { api, type Purchase, Role, type SignedIn, type Ticket } from "@saha/contract";
import { type Caller, createCaller } from "@saha/web/caller";

/** Somebody who is signed in on the API. */
export type Person = { username: string; password: string; call: Caller; session: SignedIn };

/** Signs an account in on the API; its calls keep and renew the tokens as the web does. */
export async function signIn(url: string, username: string, password: string): Promise<Person> {
  let tokens: { access: string; refresh: string } | null = null;
  const call = createCaller({
    base: `${url}/api`,
    tokens: () => tokens,
    renew: (access, of) => {
      tokens = { ...of, access };
    },
    ended: () => {},
    language: () => "ar",
    offlineSentence: () => "The server does not answer",
  });
  const session = await call(api.auth.login, { body: { identifier: username, password } });
  tokens = { access: session.accessToken, refresh: session.refreshToken };
  return { username, password, call, session };
}

/** Creates an account as an administrator does, and signs it in. */
export async function createAccount(
  url: string,
  admin: Caller,
  { username, password, roleId = Role.User }: { username: string; password: string; roleId?: Role },
): Promise<Person> {
  await admin(api.users.create, { body: { username, password, password_confirmation: password, roleId } });
  return signIn(url, username, password);
}

/** Reserves a ticket with one press. */
export function reserve({ call }: Pick<Person, "call">, { id }: Pick<Ticket, "id">): Promise<Purchase> {
  return call(api.purchases.reserve, { body: { ticketId: id } }, { idempotencyKey: randomUUID() });
}

/** Returns a day in the event's zone, counted from today. */
export function eventDay(offset = 0): string {
  const zone = new Intl.DateTimeFormat("sv-SE", { timeZone: "Etc/GMT-3" });
  return zone.format(Date.now() + offset * 86_400_000);
}
