import { randomBytes } from "node:crypto";
import { Role, usernameKey } from "@saha/contract";
import type { Core } from "../core.ts";
import type { Tx } from "../database/database.ts";
import { StartError } from "../errors/start-error.ts";
import { seedDemo } from "./seed-demo.ts";

/** A password that was just made, to be printed once. */
export type MadePassword = { username: string; password: string };

export type World = "empty" | "demo" | "rush";

/**
 * Brings a new database to life as the wanted world, or checks that it is that world: a real event never opens as the
 * demo, nor the demo as a real event. Returns the administrator with the password
 * that was just made (rules §8).
 */
export async function seedDatabase(core: Core, wanted: "empty" | "demo"): Promise<MadePassword | undefined> {
  const { database, config, passwords, clock } = core;
  const row = await database.query.selectFrom("event").select("world").executeTakeFirst();
  if (row) return refuseOther(row.world, wanted);
  if (wanted === "demo") {
    const passwordHash = await passwords.hash(demoPassword);
    await database.transact(async (tx) => {
      if (!(await claimDatabase(tx, "demo"))) return;
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

export const demoPassword = "saha-demo-2026";

function refuseOther(world: World, wanted: "empty" | "demo"): undefined {
  if (world === "demo" && wanted !== "demo") {
    throw new StartError(
      "This database holds the demo world, whose passwords are public; set DATA_DIR or DATABASE_URL to another place.",
    );
  }
  if (world !== "demo" && wanted === "demo") {
    throw new StartError("This database holds a real event; the demo does not open it. Set DATA_DIR to another place.");
  }
}

async function makeAdmin(tx: Tx, username: string, passwordHash: string): Promise<void> {
  await tx
    .insertInto("users")
    .values({ username, usernameKey: usernameKey(username), roleId: Role.Admin, passwordHash })
    .execute();
}

/**
 * Sets a new password for the first administrator, ends that account's sessions and lifts its block; for an owner who is
 * locked out (rules §8). Throws a `StartError` when there is no administrator.
 */
export async function resetAdmin({ database, passwords }: Core): Promise<MadePassword> {
  const password = randomBytes(12).toString("base64url");
  const passwordHash = await passwords.hash(password);
  const username = await database.transact(async (tx) => {
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
    await tx.updateTable("users").set({ passwordHash, isBlocked: false }).where("id", "=", admin.id).execute();
    await tx.updateTable("sessions").set({ revokedAt: new Date() }).where("userId", "=", admin.id).execute();
    return admin.username;
  });
  return { username, password };
}
