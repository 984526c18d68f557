import { api, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openServer } from "../../test/harness.ts";
import { listUsers } from "../users/list-users.ts";
import type { EncodedAnswer } from "./encoded-answer.ts";
import { jsonObject, readAsJson } from "./json-rows.ts";

const saha = await openServer();
afterAll(saha.close);
const { query } = saha;

const rowsOf = <Row>({ text }: EncodedAnswer<Row[]>) => (JSON.parse(text) as { data: Row[] }).data;
const numbers = (max: number) =>
  readAsJson<{ n: number }>(query, jsonObject({ n: sql`n` }), sql`generate_series(1, 1000000) as n`, sql`n desc`, max);
const lengthOf = async (max: number) => rowsOf(await numbers(max)).length;

test("a list has so many rows at most, in its order", async () => {
  expect(rowsOf(await numbers(3))).toEqual([{ n: 1_000_000 }, { n: 999_999 }, { n: 999_998 }]);
});

test("a list would have all rows that there are, without the bound (broken twin)", async () => {
  expect(await lengthOf(Number.MAX_SAFE_INTEGER)).toBe(1_000_000);
});

test("of more accounts than are listed the settled ones come, and of the others the oldest and the newest", async () => {
  const others: number[] = [];
  for (let n = 0; n < 20; n++) others.push((await saha.given.user()).id);
  const [verified, holder] = [await saha.given.user(), await saha.given.user()];
  const staff = await saha.given.user({ roleId: Role.ScanAdmin });
  for (let n = 0; n < 5; n++) others.push((await saha.given.user()).id);
  const email = `${verified.username}@mail.example`;
  await query.updateTable("users").set({ email, isVerified: true }).where("id", "=", verified.id).execute();
  const ticket = await saha.given.ticket();
  await holder.call(api.purchases.reserve, { body: { ticketId: ticket.id } });
  const ids = rowsOf(await listUsers(query, 32)).map(({ id }) => id);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(ids).toEqual(expect.arrayContaining([verified.id, holder.id, staff.id]));
  expect(ids.filter((id) => others.includes(id))).toEqual([...others.slice(0, 4), ...others.slice(-4)]);
  // Where all fit, each comes once.
  const all = rowsOf(await listUsers(query)).map(({ id }) => id);
  const { count } = await query
    .selectFrom("users")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  expect([all.length, new Set(all).size]).toEqual([count, count]);
});
