import { Role } from "@saha/contract";
import { sql } from "kysely";
import type { Database } from "../src/database/database.ts";

const laws = {
  "a counter differs from its live rows": sql`
    select 1 from tickets t
    where t.purchased <> (select count(*) from purchases p where p.ticket_id = t.id and p.status <> 'INACTIVE')`,
  "more places taken than there are": sql`
    select 1 from tickets t
    where t.quantity < (select count(*) from purchases p where p.ticket_id = t.id and p.status <> 'INACTIVE')`,
  "two live tickets of one user and day": sql`
    select 1 from purchases where status <> 'INACTIVE' group by user_id, day having count(*) > 1`,
  "a purchase stands on another day than its ticket": sql`
    select 1 from purchases p join tickets t on t.id = p.ticket_id where t.day <> p.day`,
  "a ticket admitted twice": sql`
    select 1 from scan_log where result = 'admitted' and purchase_id is not null
    group by purchase_id, kind having count(*) > 1`,
  "a used ticket without its admission": sql`
    select 1 from purchases p where p.status in ('USED_FOR_ENTRY', 'USED_FOR_FEATURE') and not exists (
      select 1 from scan_log s where s.purchase_id = p.id and s.result = 'admitted')`,
  "an admission that used no ticket": sql`
    select 1 from scan_log s join purchases p on p.id = s.purchase_id join users u on u.id = p.user_id
    where s.result = 'admitted' and p.status not in ('USED_FOR_ENTRY', 'USED_FOR_FEATURE')
      and (u.deleted_at is null or p.status <> 'INACTIVE')`,
  "two unfinished entries of one person in one game": sql`
    select 1 from queue_entries where not is_finished group by user_id, game_id having count(*) > 1`,
  "a number given twice": sql`select 1 from queue_entries group by game_id, number having count(*) > 1`,
  "a number beyond the last that was given": sql`
    select 1 from queue_entries e join games g on g.id = e.game_id where e.number > g.last_number`,
  "somebody blocked, gone or of the staff stands in line": sql`
    select 1 from queue_entries e join users u on u.id = e.user_id
    where not e.is_finished and (u.is_blocked or u.deleted_at is not null or u.role_id <> ${Role.User})`,
  "an entry with two results in force": sql`
    select 1 from score_log where reason in ('win', 'lose') and reversed_by is null
    group by queue_entry_id having count(*) > 1`,
  "a result of an entry that is not finished": sql`
    select 1 from score_log l join queue_entries e on e.id = l.queue_entry_id
    where l.reason in ('win', 'lose') and l.reversed_by is null and not e.is_finished`,
  "a score is not the sum of its log": sql`
    select 1 from scores s full join (
      select user_id, game_id, sum(current_score - previous_score) as total from score_log group by user_id, game_id) l
      on l.user_id = s.user_id and l.game_id = s.game_id
    where coalesce(s.score, 0) <> coalesce(l.total, 0)`,
  "the log has a gap": sql`
    select 1 from (
      select previous_score, lag(current_score, 1, 0) over (partition by user_id, game_id order by id) as before
      from score_log) l
    where previous_score <> before`,
  "a score beyond its game's bounds": sql`
    select 1 from scores s join games g on g.id = s.game_id where s.score not between g.lowest and g.highest`,
  "a result taken back that is not reversed": sql`
    select 1 from score_log u join score_log l on l.id = u.reverses
    where l.reversed_by <> u.id or l.current_score - l.previous_score <> u.previous_score - u.current_score`,
  "held for a game that nobody plays": sql`
    select 1 from queue_entries e where e.held = 'elsewhere' and not e.is_finished and not exists (
      select 1 from queue_entries p where p.user_id = e.user_id and p.is_playing)`,
  "redemptions are miscounted": sql`
    select 1 from redemptions where redeemed <> (select count(*) from invitation_codes where purchase_id is not null)`,
};

/** The laws of rules §4 and §5 that the rows of a database break, in words; none when all is well. */
export async function brokenLaws(query: Database["query"]): Promise<string[]> {
  const broken: string[] = [];
  for (const [law, breaches] of Object.entries(laws)) {
    const { rows } = await breaches.execute(query);
    if (rows.length > 0) broken.push(law);
  }
  return broken;
}
