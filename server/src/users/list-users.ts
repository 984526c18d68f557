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

/** So many settled accounts are listed, and so many others: together 80 MB, where each has the longest names. */
const usualMax = 50_000;

/**
 * Reads the accounts, in the order in which they came. Where there are more than one answer holds, the staff, who
 * verified an email and who hold a ticket are listed, and of the others, who cost nothing to make, the oldest and the
 * newest, halves each: whoever registers at the desk is found there (0199).
 */
export function listUsers(query: Database["query"], max = usualMax): Promise<EncodedAnswer<User[]>> {
  const isSettled = sql`(role_id <> ${Role.User} or is_verified or id in (select user_id from purchases))`;
  const others = sql`select id from users where deleted_at is null and not ${isSettled}`;
  const half = Math.ceil(max / 2);
  const listed = sql`(
    select * from users where id in (
      (select id from users where deleted_at is null and ${isSettled} order by id limit ${max})
      union all (${others} order by id limit ${half})
      union all (${others} order by id desc limit ${half}))) as users`;
  return readAsJson(query, shown, listed, sql`id`, 2 * max);
}
