import { randomBytes } from "node:crypto";
import { Role, usernameKey } from "@saha/contract";
import type { Core } from "../core.ts";
import type { Tx } from "../database.ts";
import { StartError } from "../start-error.ts";
import { fillDemo } from "./demo.ts";

export type World = "empty" | "demo" | "rush";

/**
 * Brings a new database to life as the wanted world, or checks that it is that world: a real event never opens as the
 * demo, nor the demo as a real event. Returns the administrator's password when it was just made (rules §8).
 */
export async function settle(core: Core, wanted: "empty" | "demo"): Promise<{ madePassword?: string }> {
  const { database, config, passwords, clock } = core;
  const row = await database.query.selectFrom("event").select("world").executeTakeFirst();
  if (row) return refuseOther(row.world, wanted);
  if (wanted === "demo") {
    const passwordHash = await passwords.hash(demoPassword);
    await database.transact(async (tx) => {
      if (!(await found(tx, "demo"))) return;
      await fillDemo(tx, core.keys, { passwordHash, now: clock(), timeZone: config.eventTimeZone });
    });
    return {};
  }
  const password = config.adminPassword ?? randomBytes(12).toString("base64url");
  const passwordHash = await passwords.hash(password);
  const isMade = await database.transact(async (tx) => {
    if (!(await found(tx, "empty"))) return false;
    await makeAdmin(tx, config.adminUsername, passwordHash);
    return true;
  });
  return isMade && config.adminPassword === null ? { madePassword: password } : {};
}

/** Claims a new database for a world; false when another first start at the same time was quicker. */
async function found(tx: Tx, world: World): Promise<boolean> {
  const row = await tx
    .insertInto("event")
    .values({ world })
    .onConflict((conflict) => conflict.doNothing())
    .returning("world")
    .executeTakeFirst();
  return row !== undefined;
}

export const demoPassword = "saha-demo-2026";

function refuseOther(world: World, wanted: "empty" | "demo"): Record<string, never> {
  if (world === "demo" && wanted !== "demo") {
    throw new StartError(
      "This database holds the demo world, whose passwords are public; set DATA_DIR or DATABASE_URL to another place.",
    );
  }
  if (world !== "demo" && wanted === "demo") {
    throw new StartError("This database holds a real event; the demo does not open it. Set DATA_DIR to another place.");
  }
  return {};
}

async function makeAdmin(tx: Tx, username: string, passwordHash: string): Promise<void> {
  await tx
    .insertInto("users")
    .values({ username, usernameKey: usernameKey(username), roleId: Role.Admin, passwordHash })
    .execute();
}
