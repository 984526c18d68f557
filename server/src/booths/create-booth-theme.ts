import type { api, Input } from "@saha/contract";
import type { Tx } from "../database/database.ts";
import { lockBooth } from "./lock-booth.ts";

type NewTheme = Input<typeof api.boothThemes.create>["body"];

/**
 * Gives a booth a theme of its own, one a booth. Throws `booth.not_found` and, by the index, `theme.booth_taken` (rules
 * §5).
 */
export async function createBoothTheme(tx: Tx, { boothId, primary, secondary, tertiary, logo }: NewTheme) {
  await lockBooth(tx, boothId, { field: "boothId" });
  const { id } = await tx
    .insertInto("themes")
    .values({
      boothId,
      primaryColour: primary,
      secondaryColour: secondary,
      tertiaryColour: tertiary,
      logo: logo ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
