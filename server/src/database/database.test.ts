import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openBreakableLine } from "../../test/breakable-line.ts";
import { copyTemplate } from "../../test/template.ts";
import { inLine } from "./connection-line.ts";
import { type Database, openDatabase } from "./database.ts";
import type { Notice } from "./notices.ts";
import type { Given, Query } from "./optimizations/compiled-statements.ts";
import { optimizations, usePlainTwins } from "./optimizations/twins.ts";

const ways = [
  { way: "with all optimizations", plain: [] },
  ...optimizations.map((name) => ({ way: `with plain ${name}`, plain: [name] })),
  { way: "with all plain", plain: optimizations },
];

describe.each(ways)("$way", ({ plain }) => {
  let copy: Awaited<ReturnType<typeof copyTemplate>>;
  let database: Database;
  beforeAll(async () => {
    copy = await copyTemplate(inject("postgres"));
    usePlainTwins(plain);
    database = openDatabase(copy.url, {
      poolSize: 1,
      constraints: { ticket_categories_name_taken: { problem: "category.name_taken" } },
    });
  });
  afterAll(async () => {
    await database.close();
    await copy.drop();
  });

  const firstRow = async (query: ReturnType<typeof sql>) => (await query.execute(database.query)).rows[0];

  test("moments are UTC ISO 8601 to the millisecond, in whatever zone the database speaks", async () => {
    const moments = {
      "2026-10-20 12:00:00+00": "2026-10-20T12:00:00.000Z",
      "2026-10-20 12:00:00.5+00": "2026-10-20T12:00:00.500Z",
      "2026-10-20 12:00:00.123456+00": "2026-10-20T12:00:00.123Z",
      "2026-10-20 23:59:59.999999-05": "2026-10-21T04:59:59.999Z",
    };
    for (const zone of ["UTC", "Africa/Cairo", "Asia/Kathmandu"]) {
      await sql`set timezone to ${sql.lit(zone)}`.execute(database.query);
      for (const [moment, iso] of Object.entries(moments)) {
        expect(await firstRow(sql`select ${moment}::timestamptz as at`)).toEqual({ at: iso });
      }
    }
  });

  test("columns are renamed, what stands within JSON is not, and days stay days", async () => {
    const query = sql`select 1 as first_of_two, '{"not_mine": 2}'::jsonb as as_sent, date '2026-10-20' as day`;
    expect(await firstRow(query)).toEqual({ firstOfTwo: 1, asSent: { not_mine: 2 }, day: "2026-10-20" });
    const { sql: text } = database.query.selectFrom("purchases").select("lastQrEntryScan as scannedAt").compile();
    expect(text).toBe('select "last_qr_entry_scan" as "scanned_at" from "purchases"');
  });

  test("what a notice leads to waits in no line of whoever caused it", async () => {
    let heard: Promise<unknown> | undefined;
    database.onNotice(() => {
      heard ??= sql`select`.execute(database.query);
    });
    let waited = 0;
    const line = <T>(work: () => Promise<T>) => {
      waited++;
      return work();
    };
    const notice: Notice = { kind: "session.ended", sessionIds: [] };
    await inLine(line, () => database.transact(async (tx) => tx.notify(notice)));
    await heard;
    expect(waited).toBe(1);
  });

  test("after a commit that nobody answered the next one tells that something may have been missed", async () => {
    const line = await openBreakableLine(copy.url);
    const away = openDatabase(line.url, { poolSize: 1 });
    const heard: string[] = [];
    away.onNotice(({ kind }) => void heard.push(kind));
    const name = `lost ${plain.join()}`;
    const change = (tells: boolean) =>
      away.transact(async (tx) => {
        await tx
          .insertInto("ticketCategories")
          .values({ name: `${name} ${tells}` })
          .execute();
        if (tells) tx.notify({ kind: "session.ended", sessionIds: [] });
      });
    line.loseCommit();
    await expect(change(true)).rejects.toMatchObject({ code: "server.database_down" });
    const kept = database.query.selectFrom("ticketCategories").select("name").where("name", "like", `${name}%`);
    await expect.poll(() => kept.execute()).toEqual([{ name: `${name} true` }]);
    expect(heard).toEqual([]);
    await change(false);
    expect(heard).toEqual(["notices.missed"]);
    await database.query.deleteFrom("ticketCategories").where("name", "like", `${name}%`).execute();
    await away.close();
    await line.cut();
  });

  test("a statement that nobody answers is given up, and its connection with it", async () => {
    const impatient = openDatabase(copy.url, { poolSize: 1, queryTimeout: 200 });
    const asked = sql`select pg_sleep(3)`.execute(impatient.query);
    const problem = await asked.catch((error: unknown) => impatient.problemOf(error));
    expect(problem).toMatchObject({ code: "server.database_down" });
    const isBack = () =>
      sql`select`.execute(impatient.query).then(
        () => true,
        () => false,
      );
    await expect.poll(isBack, { timeout: 6_000 }).toBe(true);
    await impatient.close();
  });

  test("the server asks within two minutes whether the process is still there", async () => {
    // The settings themselves are 0 on a local socket, which needs no such question.
    const asked = sql`select count(*)::int as asked from pg_settings
      where name like 'tcp_keepalives_%' and source = 'session'`;
    expect(await firstRow(asked)).toEqual({ asked: 3 });
  });

  test("a statement that is cut off makes the server busy, and is no failure of its own", async () => {
    const slow = database.transact(async (tx) => {
      await sql`set local statement_timeout = 50`.execute(tx);
      await sql`select pg_sleep(60)`.execute(tx);
    });
    await expect(slow).rejects.toMatchObject({ code: "server.busy" });
  });

  test.each(["55P03", "25P04"])("a bound of the role's own, as for locks (%s), makes the server busy", async (code) => {
    const cut = database.transact((tx) => sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`).execute(tx));
    await expect(cut).rejects.toMatchObject({ code: "server.busy" });
  });

  test("a process that stands still within a transaction lets go of what it holds", async () => {
    expect(await firstRow(sql`show idle_in_transaction_session_timeout`)).toEqual({
      idleInTransactionSessionTimeout: "20s",
    });
    const still = database.transact(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 50`.execute(tx);
      await sleep(300);
      await sql`select 1`.execute(tx);
    });
    await expect(still).rejects.toMatchObject({ code: "server.database_down" });
  });

  const names = async () =>
    (await database.query.selectFrom("ticketCategories").select("name").where("name", "like", "probe%").execute()).map(
      ({ name }) => name,
    );
  const category = (query: Query, { name }: Given<{ name: string }>) =>
    query.insertInto("ticketCategories").values({ name });

  test("a statement gives what belongs to its own values, however many run at once", async () => {
    const shape = (query: Query, values: Given<{ id: number; bytes: Buffer; ids: number[]; none: string | null }>) =>
      query
        .selectFrom("ticketCategories")
        .select(["id", sql`${values.bytes}::bytea`.as("bytes"), sql`${values.none}::text`.as("none")])
        .where("id", "=", values.id)
        .where("id", "=", sql<number>`any(${values.ids}::int[])`)
        .where("name", "!=", "fixed");
    const ask = (id: number) =>
      database.transact((tx) => tx.run(shape, { id, bytes: Buffer.from([id]), ids: [id, 9], none: null }));
    const ids = [1, 2, 1];
    expect(await Promise.all(ids.map(ask))).toEqual(ids.map((id) => [{ id, bytes: Buffer.from([id]), none: null }]));
    const elsewhere = { id: 1, bytes: Buffer.of(), ids: [2], none: "x" };
    expect(await database.transact((tx) => tx.run(shape, elsewhere))).toEqual([]);
  });

  test("a statement is built once, and by its plain twin each time", async () => {
    let builds = 0;
    const counted = (query: Query, { id }: Given<{ id: number }>) => {
      builds++;
      return query.selectFrom("ticketCategories").select("id").where("id", "=", id);
    };
    for (const id of [1, 2, 1]) {
      expect(await database.transact((tx) => tx.run(counted, { id }))).toEqual([{ id }]);
    }
    expect(builds).toBe((plain as readonly string[]).includes("compiled-statements") ? 3 : 1);
  });

  test("the last statement of a transaction is part of it: its failure undoes all and is what is told", async () => {
    await database.transact(async (tx) => {
      await tx.run(category, { name: "probe 1" });
      tx.last(category, { name: "probe 2" });
    });
    expect(await names()).toEqual(["probe 1", "probe 2"]);
    const said = database.transact(async (tx) => {
      await tx.run(category, { name: "probe 3" });
      tx.last(category, { name: "probe 1" });
    });
    await expect(said).rejects.toMatchObject({ code: "category.name_taken" });
    expect(await names()).toEqual(["probe 1", "probe 2"]);
  });

  test("an effect that fails runs no last statement, and leaves nothing", async () => {
    const failing = database.transact(async (tx) => {
      tx.last(category, { name: "probe 4" });
      await tx.run(category, { name: "probe 5" });
      throw new Error("amid it");
    });
    await expect(failing).rejects.toThrow("amid it");
    const early = database.transact(async (tx) => {
      tx.last(category, { name: "probe 6" });
      throw new Error("before it began");
    });
    await expect(early).rejects.toThrow("before it began");
    expect(await names()).toEqual(["probe 1", "probe 2"]);
  });

  test("a transaction begins with its first statement, and one that asks nothing not at all", async () => {
    const state = sql<{ isOpen: boolean }>`select now() <> statement_timestamp() as is_open`;
    await database.transact(async (tx) => {
      await sql`select pg_sleep(0.01)`.execute(tx);
      expect((await state.execute(tx)).rows).toEqual([{ isOpen: true }]);
    });
    expect(await database.transact(async () => "nothing")).toBe("nothing");
    expect(await firstRow(state as ReturnType<typeof sql>)).toEqual({ isOpen: false });
  });

  test("a first statement that fails ends its transaction, and the connection goes on", async () => {
    const failing = database.transact((tx) => sql`select 1 / 0`.execute(tx));
    await expect(failing).rejects.toThrow(/division by zero/);
    expect(await firstRow(sql`select 1 as one`)).toEqual({ one: 1 });
  });

  test("a statement that runs often stays true when its table changes", async () => {
    const list = () =>
      database.transact((tx) => tx.selectFrom("ticketCategories").selectAll().where("id", "=", 1).execute());
    for (let run = 0; run < 60; run++) await list();
    const other = new pg.Client({ connectionString: copy.ownerUrl });
    await other.connect();
    await other.query("alter table ticket_categories add column shade text default 'blue'");
    await other.end();
    expect(await list()).toMatchObject([{ id: 1, shade: "blue" }]);
  });
});

test("a database whose socket is not there, for it is starting, is down for a moment", async () => {
  const database = openDatabase("postgres://saha:guess@%2Fnowhere:5432/postgres");
  const asked = database.transact((tx) => sql`select 1`.execute(tx));
  await expect(asked).rejects.toMatchObject({ code: "server.database_down" });
  await database.close();
});
