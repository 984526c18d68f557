import { sql } from "kysely";
import type { Core } from "../core.ts";
import { Problem } from "../errors/problem.ts";
import type { Client } from "../http/client.ts";
import { selectUser } from "./user-view.ts";

/**
 * Opens a session for an account whose password was found right. The account is locked and looked at again: between the
 * comparison and now its password may have been set anew, and then the old one opens nothing. Throws
 * `auth.wrong_credentials` and `auth.blocked` (rules §3).
 */
export async function signIn(
  { database, sessions }: Pick<Core, "database" | "sessions">,
  compared: { id: number; passwordHash: string },
  client: Client,
) {
  const isStillRight = sql`id = ${compared.id} and password_hash = ${compared.passwordHash} and deleted_at is null`;
  const account = selectUser(sql`${isStillRight} and not is_blocked for no key update`);
  const opened = await sessions.start(database.query, account, client);
  if (opened) return opened;
  const { rows } = await sql`select from users where ${isStillRight} and is_blocked`.execute(database.query);
  throw new Problem(rows.length > 0 ? "auth.blocked" : "auth.wrong_credentials");
}
