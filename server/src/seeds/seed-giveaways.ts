import { randomBytes } from "node:crypto";
import type { Tx } from "../database/database.ts";
import { rollPoll } from "../polls/roll-poll.ts";

const giveaways = [
  { name: "كرسي ألعاب", secondary: "يُسلَّم في الجناح بعد السحب مباشرة", renderTime: 8, isDrawn: false },
  { name: "بطاقة ألعاب بقيمة 500 جنيه", secondary: "يصلك رمزها على بريدك", renderTime: 0, isDrawn: true },
];

/**
 * Seeds the giveaways of a booth with their entrants, one of them drawn once, so that its proof can be checked (rules
 * §6).
 */
export async function seedGiveaways(tx: Tx, boothId: number, entrants: readonly number[], rolledBy: number) {
  for (const { isDrawn, ...facts } of giveaways) {
    const { id: pollId } = await tx
      .insertInto("polls")
      .values({ ...facts, boothId, nextSeed: randomBytes(32) })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("pollEntries")
      .values(entrants.map((userId) => ({ pollId, userId })))
      .execute();
    if (isDrawn) await rollPoll(tx, { id: rolledBy, boothId: null }, { pollId }, randomBytes(32));
  }
}
