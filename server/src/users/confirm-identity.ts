import { sql } from "kysely";
import { inHashLine } from "../auth/passwords/hash-line.ts";
import { compareOwnPassword } from "../auth/passwords/own-password.ts";
import type { Core } from "../core.ts";
import { Problem } from "../errors/problem.ts";
import type { Actor, Client } from "../http/client.ts";

type Parts = Pick<Core, "database" | "passwords" | "limits">;

/**
 * Asks the caller for the own password, unless the session signed in within the last 15 minutes: a phone left lying
 * about must not give the account away. The password is compared in the line of sign-ins (0205). Throws
 * `auth.password_needed`, `auth.wrong_password`, `auth.too_many_attempts` and `proof.needed` (rules §3).
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
    .select([
      "passwordHash",
      "isVerified",
      sql<boolean>`sessions.created_at > now() - interval '15 minutes'`.as("isFresh"),
    ])
    .where("sessions.id", "=", actor.sessionId)
    .executeTakeFirst();
  if (session?.isFresh) return;
  if (password === undefined) throw new Problem("auth.password_needed", { field: "password" });
  // Counted apart from signing in: who holds a session can't lock the owner out.
  const owner = { ...actor, isVerified: session?.isVerified ?? false };
  await inHashLine(parts, { kind: "sign-in", client, owner }, (line) =>
    compareOwnPassword(parts, actor, line, { passwordHash: session?.passwordHash, typed: password }),
  );
}
