import type { Core } from "../../core.ts";
import { knownDevicesOf } from "../sessions/known-device.ts";
import { addressCounters, usernameCounter } from "./password-counters.ts";

type Parts = Pick<Core, "database" | "limits" | "staffQuotas" | "accountQuotas">;

/**
 * Lifts the pauses of an account after wrong passwords, on every device, and gives back what may be done with it: its
 * password was set anew, by mail or by staff (rules §3; 0166, 0177).
 */
export async function clearTries(core: Parts, userId: number, by: "mail" | "staff") {
  const { database, limits, staffQuotas, accountQuotas } = core;
  await staffQuotas.clear(userId);
  await (by === "staff" ? accountQuotas.clear(userId) : accountQuotas.clearByOwner(userId));
  const verified = await database.query
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where("isVerified", "=", true)
    .executeTakeFirst();
  const ofAddress = verified?.email ? Object.values(addressCounters(verified.email)) : [];
  await limits.passwords.clear([usernameCounter(userId), ...ofAddress], await knownDevicesOf(database, userId));
}
