import pg from "pg";
import { StartError } from "../errors/start-error.ts";
import { hmac } from "../process/secrets.ts";

/**
 * Refuses a start whose secret is not the one that signed this event's tickets and sessions; the first start's becomes
 * that. Two processes with secrets of their own would turn each other's tickets away without a word (decision 0157).
 * With `takesNew` this one takes the place of one that was lost, and `renew` writes anew what the lost one made, in the
 * transaction of the mark: both or neither. Writes only where something differs, for the disk may be full.
 */
export async function refuseOtherSecret(
  url: string,
  secret: string,
  { takesNew = false, renew }: { takesNew?: boolean; renew?: (client: pg.ClientBase) => Promise<void> } = {},
): Promise<void> {
  const mark = hmac(Buffer.from(secret), "mark of the secret");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const read = async () => (await client.query<{ mark: Buffer }>("select mark from secret_mark")).rows[0]?.mark;
    if ((await read())?.equals(mark)) return;
    const doing = takesNew ? "update set mark = excluded.mark" : "nothing";
    await client.query("begin");
    await client.query(`insert into secret_mark (mark) values ($1) on conflict (only_row) do ${doing}`, [mark]);
    if (takesNew) await renew?.(client);
    await client.query("commit");
    if ((await read())?.equals(mark)) return;
  } finally {
    await client.end();
  }
  throw new StartError(
    "This database's tickets and sessions were signed by another secret: put its secret-key into DATA_DIR, or set SECRET_KEY to it. If it is lost, stop every process and start once with --new-secret: every QR and code shown before is void, holders see new ones, and everybody is signed out.",
  );
}
