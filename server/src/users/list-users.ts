import type { User } from "@saha/contract";
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

/** Reads every account, in the order in which they came. */
export function listUsers(query: Database["query"]): Promise<EncodedAnswer<User[]>> {
  return readAsJson(query, shown, sql`users where deleted_at is null`, sql`id`);
}
