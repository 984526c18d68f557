import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, expect, inject, test } from "vitest";
import { copyTemplate } from "../test/template.ts";
import { type Notice, openDatabase } from "./database.ts";

const copy = await copyTemplate(inject("postgresUrl"));
const database = openDatabase(copy.url);
afterAll(async () => {
  await database.close();
  await copy.drop();
});

test("a connection that is cut between two statements of a transaction fails that one call, not the process", async () => {
  const uncaught: unknown[] = [];
  process.on("uncaughtException", (error) => uncaught.push(error));
  const cut = database.transact(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.query);
    await sleep(200);
    await sql`select 1`.execute(tx);
  });
  await expect(cut).rejects.toMatchObject({ code: "server.database_down" });
  expect(uncaught).toEqual([]);
  expect((await sql`select 1 as one`.execute(database.query)).rows).toEqual([{ one: 1 }]);
});

test("news leaves after the commit, in order, and not at all when the effect is undone", async () => {
  const heard: unknown[] = [];
  database.onNotice((notice) => heard.push(notice));
  const ended = (id: number): Notice => ({ kind: "session.ended", sessionIds: [id] });
  await database.transact(async (tx) => {
    tx.notify(ended(1));
    tx.notify(ended(2));
    expect(heard).toEqual([]);
  });
  const undone = database.transact(async (tx) => {
    tx.notify(ended(3));
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(heard).toEqual([ended(1), ended(2)]);
});
