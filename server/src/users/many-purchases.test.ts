import { Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openServer } from "../../test/harness.ts";
import { listUsers } from "./list-users.ts";

const saha = await openServer();
afterAll(saha.close);

test("the users' list looks purchases up for each account, however many there are; in an OR reads all (broken twin)", async () => {
  const [ticket, people] = [await saha.given.ticket(), 6_000];
  await sql`
    with made as (
      insert into users (username, username_key, username_skeleton, password_hash, role_id)
      select 'crowd-' || n, 'crowd-' || n, 'crowd-' || n, 'none', ${sql.lit(Role.User)}
      from generate_series(1, ${people}::int) as n
      returning id)
    insert into purchases (uuid, short_code_hash, user_id, ticket_id, day, status)
    select gen_random_uuid(), sha256(made.id::text::bytea), made.id, tickets.id, tickets.day, 'INACTIVE'
    from made, tickets where tickets.id = ${ticket.id}::int`.execute(saha.query);
  await sql`analyze purchases, users`.execute(saha.query);
  const timeOf = (read: (tx: typeof saha.query) => Promise<unknown>) =>
    saha.core.database.transact(async (tx) => {
      // As few ids fit a hash as do of some 300,000 purchases with usual settings.
      await sql`set local work_mem = '64kB'`.execute(tx);
      const began = performance.now();
      await read(tx as unknown as typeof saha.query);
      return performance.now() - began;
    });
  const one = await timeOf((tx) => listUsers(tx, 100));
  const other = await timeOf((tx) =>
    sql`select id from users where deleted_at is null
      and not (role_id <> ${Role.User} or is_verified or id in (select user_id from purchases))
      order by id desc limit 100`.execute(tx),
  );
  expect(other).toBeGreaterThan(3 * one);
});
