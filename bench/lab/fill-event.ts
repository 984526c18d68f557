import { Role } from "@saha/contract";
import { eventDay } from "./day.ts";
import type { Subject } from "./subject.ts";

/**
 * How large an event is: each purchase is somebody's for a day from today on, each change of a score somebody's in a
 * game.
 */
export type EventSize = { people: number; purchases: number; changes: number };

/** Fills the event in bulk; everybody who holds a ticket of today was let in within the last 50 minutes. */
export async function fillEvent({ rush }: Subject, { people, purchases, changes }: EventSize): Promise<void> {
  const { pool } = rush.database;
  const { rows: made } = await pool.query<{ id: number }>(
    `insert into users (username, username_key, role_id, password_hash, email, riot_id, name)
     select 'لاعب-' || n, 'لاعب-' || n, ${Role.User}, '', 'player' || n || '@saha.example', 'Player' || n || '#EUW', 'نورة القحطاني'
     from generate_series(1, $1::int) n returning id`,
    [people],
  );
  const ids = made.map(({ id }) => id);
  for (let from = 0; from < purchases; from += people) {
    const day = eventDay(from / people);
    const holders = ids.slice(0, purchases - from);
    const ticketId = await rush.ticket({ title: `بطولة اليوم ${1 + from / people}`, day, quantity: holders.length });
    await rush.purchases(ticketId, holders);
  }
  await pool.query(
    `with entered as (
       update purchases set status = 'USED_FOR_ENTRY', last_qr_entry_scan = now() - id % 3000 * interval '1 second'
       where day = $1 returning id, user_id, last_qr_entry_scan)
     insert into scan_log (kind, result, was_typed, gate, scanner_id, purchase_id, user_id, ticket_title, at)
     select 'entry', 'admitted', false, 'A' || id % 4, user_id, id, user_id, 'بطولة اليوم 1', last_qr_entry_scan
     from entered`,
    [eventDay()],
  );
  for (let from = 0; from < changes; from += people) {
    const players = ids.slice(0, changes - from);
    await pool.query(
      `with scored as (
         insert into scores (user_id, game_id, score, lowest, highest)
         select player, games.id, 1 + player % 997, lowest, highest
         from unnest($2::int[]) as player, games where games.id = $1)
       insert into score_log (actor_id, user_id, game_id, reason, previous_score, current_score)
       select player, player, $1, 'set', 0, 1 + player % 997 from unnest($2::int[]) as player`,
      [await rush.game(), players],
    );
  }
  await pool.query("analyze");
}
