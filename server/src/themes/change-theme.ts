import type { api, Input } from "@saha/contract";
import { sql } from "kysely";
import type { Tx } from "../database.ts";

type Change = Input<typeof api.themes.updateMain>["body"];

/**
 * Changes the event's own theme; what is missing keeps its value. Any three colours are taken, equal ones too: screens make
 * them readable. Returns the logo that is shown no more, to be released after the commit (rules §6).
 */
export async function changeMainTheme(tx: Tx, change: Change): Promise<string | null> {
  const was = await tx
    .selectFrom("themes")
    .select(["id", "logo"])
    .where("boothId", "is", null)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("themes")
    .set({
      primaryColour: change.primary,
      secondaryColour: change.secondary,
      tertiaryColour: change.tertiary,
      logo: change.logo,
      updatedAt: sql`now()`,
    })
    .where("id", "=", was.id)
    .execute();
  return change.logo === undefined ? null : was.logo;
}
