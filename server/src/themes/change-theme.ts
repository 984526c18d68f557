import type { api, Input } from "@saha/contract";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";

type Change = Input<typeof api.themes.updateMain>["body"];

/**
 * Changes the event's own theme, or the booth theme of that id; what is missing keeps its value, an empty logo takes
 * the logo away. Any three colours are taken, equal ones too: screens make them readable. Returns the id and the logo
 * that is shown no more, to be released after the commit. Throws `theme.not_found`, for the main theme's id too (rules
 * §6).
 */
export async function changeTheme(tx: Tx, which: "main" | number, change: Change) {
  const was = await tx
    .selectFrom("themes")
    .select(["id", "boothId", "logo"])
    .where((is) =>
      which === "main" ? is("boothId", "is", null) : is.and([is("id", "=", which), is("boothId", "is not", null)]),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!was) throw new Problem("theme.not_found");
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
  return { ...was, oldLogo: change.logo === undefined ? null : was.logo };
}
