import type { Core } from "../../core.ts";
import { knownDevicesOf } from "../sessions/known-device.ts";
import { passwordCounters } from "./password-counters.ts";

type Parts = Pick<Core, "database" | "limits" | "staffQuotas" | "accountQuotas">;

/**
 * Lifts the pauses of an account after wrong passwords, on every device, and gives back what may be done with it: its
 * password was set anew, by mail or by staff (rules §3; 0166, 0177).
 */
export async function clearTries(core: Parts, userId: number, by: "mail" | "staff") {
  const { database, limits, staffQuotas, accountQuotas } = core;
  const { signIn, asNamesake } = passwordCounters(userId);
  await staffQuotas.clear(userId);
  await (by === "staff" ? accountQuotas.clear(userId) : accountQuotas.clearByOwner(userId));
  await limits.passwords.clear([signIn, asNamesake], await knownDevicesOf(database, userId));
}
