import { sql } from "kysely";
import type { Core } from "../core.ts";
import { tellPollsChanged, tellWinner } from "./poll-news.ts";

type Announcer = { close(): void };

/** How often draws are looked for that another process, or one that was killed, has begun. */
const lookEveryMs = 5_000;

/**
 * Announces the winner of each draw once its time is over, exactly once however many processes run: by a timer for
 * draws of this process and a look into the database for all others, so that none is forgotten with a crash (rules §6).
 */
export function openAnnouncer({ database, notices, log }: Core): Announcer {
  const timers = new Set<NodeJS.Timeout>();
  const announce = () => announceDue(database).catch((err: unknown) => log.warn({ err }, "winners wait to be told"));
  const after = (ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void announce();
    }, ms);
    timers.add(timer);
  };
  notices.on((notice) => {
    if (notice.kind !== "news" || notice.event !== "Poll:spinning") return;
    after(Math.max(0, Date.parse(notice.ids.endsAt) - Date.now()) + 20);
  });
  const looking = setInterval(() => void announce(), lookEveryMs);
  return {
    close() {
      clearInterval(looking);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Claims the draws whose time is over by one guarded update, and tells each of them. */
async function announceDue(database: Core["database"]): Promise<void> {
  await database.transact(async (tx) => {
    const due = await tx
      .updateTable("pollDraws")
      .set({ announcedAt: sql`now()` })
      .from("polls")
      .from("pollEntries")
      .from("users")
      .whereRef("polls.id", "=", "pollDraws.pollId")
      .whereRef("pollEntries.id", "=", "pollDraws.winnerEntryId")
      .whereRef("users.id", "=", "pollEntries.userId")
      .where("announcedAt", "is", null)
      .where("endsAt", "<=", sql<string>`clock_timestamp()`)
      .returning(["polls.id as pollId", "polls.boothId", "polls.name", "users.username as winner", "endsAt"])
      .execute();
    for (const draw of due) {
      await tellWinner(tx, draw);
      tellPollsChanged(tx, draw.boothId);
    }
  });
}
