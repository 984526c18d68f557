import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";

/**
 * Deletes a booth's theme; the booth shows the main one from then on. Returns its booth and its logo, to be released
 * after the commit. Throws `theme.not_found` and `theme.protected` for the main theme, which always exists (rules §6).
 */
export async function removeBoothTheme(tx: Tx, id: number) {
  const gone = await tx
    .deleteFrom("themes")
    .where("id", "=", id)
    .where("boothId", "is not", null)
    .returning(["boothId", "logo"])
    .executeTakeFirst();
  if (gone) return gone;
  const main = await tx.selectFrom("themes").select("id").where("id", "=", id).executeTakeFirst();
  throw new Problem(main ? "theme.protected" : "theme.not_found");
}
