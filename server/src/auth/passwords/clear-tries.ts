import type { Core } from "../../core.ts";
import { knownDevicesOf } from "../sessions/known-device.ts";
import { passwordCounters } from "./password-counters.ts";

/**
 * Lifts the pauses of an account after wrong passwords, on every device: its password was set anew by mail or by staff
 * (rules §3).
 */
export async function clearTries({ database, limits }: Pick<Core, "database" | "limits">, userId: number) {
  const { signIn, asNamesake, change } = passwordCounters(userId);
  await limits.passwords.clear([signIn, asNamesake, change], await knownDevicesOf(database, userId));
}
