import type { Core } from "../../core.ts";
import { knownDevicesOf } from "../sessions/known-device.ts";
import { passwordCounters } from "./password-counters.ts";

type Parts = Pick<Core, "database" | "limits" | "staffQuotas">;

/**
 * Lifts the pauses of an account after wrong passwords, on every device, and gives back what staff may do with it: its
 * password was set anew by mail or by staff (rules §3; 0166).
 */
export async function clearTries({ database, limits, staffQuotas }: Parts, userId: number) {
  const { signIn, asNamesake } = passwordCounters(userId);
  await staffQuotas.clear(userId);
  await limits.passwords.clear([signIn, asNamesake], await knownDevicesOf(database, userId));
}
