import { randomBytes } from "node:crypto";
import { Role, usernameKey } from "@saha/contract";
import { clearTries } from "../auth/passwords/clear-tries.ts";
import { storePassword } from "../auth/passwords/store-password.ts";
import { forgetDevices } from "../auth/sessions/known-device.ts";
import type { Core } from "../core.ts";
import type { Tx } from "../database/database.ts";
import { StartError } from "../errors/start-error.ts";
import type { World } from "../process/config.ts";
import { demoAccounts, seedDemo } from "./seed-demo.ts";
import { rushAccounts, rushPassword, seedRush } from "./seed-rush.ts";

/** A password that was just made, to be printed once. */
export type MadePassword = { username: string; password: string; forgottenEmail?: string };

/** The worlds whose passwords everybody knows: what they are, and the accounts that are worth a try. */
export const publicWorlds = {
  demo: { password: "saha-demo-2026", accounts: demoAccounts },
  rush: { password: rushPassword, accounts: rushAccounts },
};

/**
 * Brings a new database to life as the wanted world, or checks that it is that world: a real event never opens as one
 * with public passwords, nor such a one as a real event. Returns the administrator with the password that was just made
 * (rules §8).
 */
export async function seedDatabase(core: Core, wanted: World): Promise<MadePassword | undefined> {
  const { database, config, passwords, clock } = core;
  const row = await database.query.selectFrom("event").select("world").executeTakeFirst();
  if (row) return refuseOther(row.world, wanted);
  if (wanted !== "empty") {
    const passwordHash = await passwords.hash(publicWorlds[wanted].password);
    await database.transact(async (tx) => {
      if (!(await claimDatabase(tx, wanted))) return;
      if (wanted === "rush") return seedRush(tx, passwordHash);
      const days = { timeZone: config.eventTimeZone, dayEnds: config.eventDayEnds };
      await seedDemo(tx, core.keys, { passwordHash, now: clock(), days });
    });
    return undefined;
  }
  const password = config.adminPassword ?? randomBytes(12).toString("base64url");
  const passwordHash = await passwords.hash(password);
  const isMade = await database.transact(async (tx) => {
    if (!(await claimDatabase(tx, "empty"))) return false;
    await makeAdmin(tx, config.adminUsername, passwordHash);
    return true;
  });
  return isMade && config.adminPassword === null ? { username: config.adminUsername, password } : undefined;
}

/** Claims a new database for a world; false when another first start at the same time was quicker. */
async function claimDatabase(tx: Tx, world: World): Promise<boolean> {
  const row = await tx
    .insertInto("event")
    .values({ world })
    .onConflict((conflict) => conflict.doNothing())
    .returning("world")
    .executeTakeFirst();
  return row !== undefined;
}

function refuseOther(world: World, wanted: World): undefined {
  if (world === wanted) return;
  throw new StartError(
    world === "empty"
      ? `This database holds a real event; the ${wanted} does not open it. Set DATA_DIR to another place.`
      : `This database holds the ${world} world, whose passwords are public; set DATA_DIR or DATABASE_URL to another place.`,
  );
}

async function makeAdmin(tx: Tx, username: string, passwordHash: string): Promise<void> {
  await tx
    .insertInto("users")
    .values({ username, usernameKey: usernameKey(username), roleId: Role.Admin, passwordHash })
    .execute();
}

/**
 * Sets a new password for the first administrator, ends that account's sessions in every process, forgets its
 * addresses, codes and devices, and lifts its block and its pauses after wrong passwords; for an owner who is locked
 * out, or whose account somebody else got into (rules §8, decision 0170). Throws a `StartError` when there is no
 * administrator.
 */
export async function resetAdmin(core: Core): Promise<MadePassword> {
  const { database, passwords, sessions } = core;
  const password = randomBytes(12).toString("base64url");
  const passwordHash = await passwords.hash(password);
  const { id, ...made } = await database.transact(async (tx) => {
    const admin = await tx
      .selectFrom("users")
      .select(["id", "username"])
      .where("roleId", "=", Role.Admin)
      .where("deletedAt", "is", null)
      .orderBy("id")
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (!admin) throw new StartError("There is no administrator whose password could be reset.");
    const forgottenEmail = await storePassword(tx, admin.id, passwordHash, { takesVerified: true });
    await forgetDevices(tx, admin.id, null);
    await tx.updateTable("users").set({ isBlocked: false }).where("id", "=", admin.id).execute();
    await sessions.endAll(tx, admin.id);
    return { ...admin, password, ...(forgottenEmail !== undefined && { forgottenEmail }) };
  });
  await clearTries(core, id, "staff");
  return made;
}
