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

/** So many accounts are listed: 40 MB, where each has the longest names. */
const usualMax = 50_000;

/**
 * Reads the accounts, in the order in which they came. Where there are more than one answer holds, the staff, who
 * verified an email and who hold a ticket come first, then the oldest: others cost nothing to make (0199).
 */
export function listUsers(query: Database["query"], max = usualMax): Promise<EncodedAnswer<User[]>> {
  const isSettled = sql`(role_id <> ${Role.User} or is_verified or id in (select user_id from purchases))`;
  const listed = sql`(
    select * from users where deleted_at is null order by ${isSettled} desc, id limit ${max}) as users`;
  return readAsJson(query, shown, listed, sql`id`, max);
}
