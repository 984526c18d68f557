import type { Core } from "../../core.ts";
import type { Actor } from "../../http/client.ts";
import { wrongPassword } from "./change-password.ts";
import type { HashLine } from "./hash-line.ts";
import { ownPasswordCounter } from "./password-counters.ts";

type Parts = Pick<Core, "passwords"> & { limits: Pick<Core["limits"], "passwords"> };

/**
 * Compares what a signed-in person typed with the own password, counted in the session; a comparison that could not be
 * made, because too many wait or the caller has left, is not counted. Throws `auth.wrong_password`,
 * `auth.too_many_attempts`, `server.busy` (rules §3).
 */
export async function compareOwnPassword(
  { passwords, limits }: Parts,
  actor: Actor,
  line: HashLine,
  { passwordHash, typed }: { passwordHash: string | undefined; typed: string },
): Promise<void> {
  const attempt = await limits.passwords.begin(ownPasswordCounter(actor.sessionId), { knownDevice: null });
  const isRight = await passwords.matches(passwordHash, typed, line.turn).catch(async (error: unknown) => {
    await attempt.withdrawn();
    throw error;
  });
  line.hasCompared = true;
  if (!isRight) throw wrongPassword();
  await attempt.succeeded();
}
