import { sql } from "kysely";
import type { Database } from "../src/database.ts";

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
};

/** The laws of rules §4 that the rows of a database break, in words; none when all is well. */
export async function brokenLaws(query: Database["query"]): Promise<string[]> {
  const broken: string[] = [];
  for (const [law, breaches] of Object.entries(laws)) {
    const { rows } = await breaches.execute(query);
    if (rows.length > 0) broken.push(law);
  }
  return broken;
}
