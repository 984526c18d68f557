import type { ClientBase } from "pg";
import type { Keys } from "../process/secrets.ts";
import { shortCode, shortCodeHash } from "./ticket-code.ts";

const batch = 5000;

/**
 * Writes anew what each short code is found by, also of tickets that were given back: another secret shows other codes,
 * and the gate takes what is shown (rules §4). Within the caller's transaction.
 */
export async function renewShortCodes(client: ClientBase, keys: Keys): Promise<void> {
  for (const table of ["purchases", "returned_tickets"]) {
    let after: string | null = null;
    do {
      const { rows }: { rows: { uuid: string }[] } = await client.query(
        `select uuid from ${table} where $1::uuid is null or uuid > $1 order by uuid limit ${batch}`,
        [after],
      );
      const uuids = rows.map(({ uuid }) => uuid);
      const hashes = uuids.map((uuid) => shortCodeHash(keys, shortCode(keys, uuid)));
      await client.query(
        `update ${table} set short_code_hash = renewed.hash
        from unnest($1::uuid[], $2::bytea[]) as renewed (uuid, hash) where ${table}.uuid = renewed.uuid`,
        [uuids, hashes],
      );
      after = uuids.length < batch ? null : (uuids.at(-1) ?? null);
    } while (after !== null);
  }
}
