import { sql } from "kysely";
import { compareOwnPassword } from "../auth/passwords/own-password.ts";
import { turnOf } from "../auth/passwords/turn-of.ts";
import type { Core } from "../core.ts";
import { Problem } from "../errors/problem.ts";
import type { Actor, Client } from "../http/client.ts";

type Parts = Pick<Core, "database" | "passwords" | "limits">;

/**
 * Asks the caller for the own password, unless the session signed in within the last 15 minutes: a phone left lying
 * about must not give the account away. Throws `auth.password_needed`, `auth.wrong_password`, `auth.too_many_attempts`
 * (rules §3).
 */
export async function confirmIdentity(
  parts: Parts,
  actor: Actor,
  client: Client,
  password: string | undefined,
): Promise<void> {
  const session = await parts.database.query
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.userId")
    .select(["passwordHash", sql<boolean>`sessions.created_at > now() - interval '15 minutes'`.as("isFresh")])
    .where("sessions.id", "=", actor.sessionId)
    .executeTakeFirst();
  if (session?.isFresh) return;
  if (password === undefined) throw new Problem("auth.password_needed", { field: "password" });
  // Counted apart from signing in: who holds a session can't lock the owner out.
  await compareOwnPassword(parts, actor, turnOf(actor, client), {
    passwordHash: session?.passwordHash,
    typed: password,
  });
}
