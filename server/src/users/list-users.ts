import { Role, type User } from "@saha/contract";
import { sql } from "kysely";
import { userColumns } from "../auth/user-view.ts";
import type { Database } from "../database/database.ts";
import type { EncodedAnswer } from "../http/encoded-answer.ts";
import { jsonObject, jsonTime, readAsJson } from "../http/json-rows.ts";

const shown = jsonObject({
  ...Object.fromEntries(userColumns.map((column) => [column, sql.ref(column)])),
  createdAt: jsonTime("createdAt"),
  updatedAt: jsonTime("updatedAt"),
});

/** So many settled accounts are listed, and a quarter as many others: 10 MB packed with the longest names. */
const usualMax = 50_000;

/**
 * Reads the accounts, in the order in which they came: the staff, who verified an email and who hold a ticket, and of
 * the others, who cost nothing to make and may have the longest names, the oldest and the newest, an eighth of the
 * bound each. Whoever registers at the desk is found there (0199). Purchases are looked up for each account: as a set
 * of ids in an OR, more than 262,144 were read through for each, and no list came any more.
 */
export function listUsers(query: Database["query"], max = usualMax): Promise<EncodedAnswer<User[]>> {
  const isSettled = sql`(role_id <> ${Role.User} or is_verified
    or exists (select from purchases where purchases.user_id = users.id))`;
  const others = sql`select id from users where deleted_at is null and not ${isSettled}`;
  const part = Math.ceil(max / 8);
  const listed = sql`(
    select * from users where id in (
      (select id from users where deleted_at is null and ${isSettled} order by id limit ${max})
      union all (${others} order by id limit ${part})
      union all (${others} order by id desc limit ${part}))) as users`;
  return readAsJson(query, shown, listed, sql`id`, max + 2 * part);
}
