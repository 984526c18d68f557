import { randomUUID } from "node:crypto";
import { Category, type Role, usernameKey } from "@saha/contract";
import { sql } from "kysely";
import { openPasswords } from "../src/auth/passwords.ts";
import { openSessions } from "../src/auth/sessions.ts";
import { type Database, openDatabase } from "../src/database.ts";
import { deriveKeys, type Keys } from "../src/secrets.ts";
import { createTicket } from "../src/tickets/create-ticket.ts";
import { qrToken, shortCode, shortCodeHash } from "../src/tickets/ticket-code.ts";
import { selectUser } from "../src/users/user-view.ts";

export type Member = { id: number; username: string; accessToken: string; refreshToken: string };
type TicketFields = { title: string; day: string; quantity: number };

/** A crowd on a running event, for load: written straight into its database, with tokens that its server takes. */
export type Rush = {
  database: Database;
  /** People who are signed in; all have the password `rushPassword`. */
  members(roleId: Role, count: number): Promise<Member[]>;
  ticket(fields: TicketFields): Promise<number>;
  tickets(fields: TicketFields, count: number): Promise<void>;
  /** One purchase for each holder, with what its QR holds. */
  purchases(ticketId: number, day: string, userIds: number[]): Promise<{ uuid: string; qrToken: string }[]>;
  close(): Promise<void>;
};

export const rushPassword = "saha-rush-2026";
const batch = 2000;
const client = { ip: "127.0.0.1", userAgent: null, language: "ar", device: null } as const;

/** Opens the database of a running event whose `SECRET_KEY` is known. */
export async function openRush(databaseUrl: string, secret: string): Promise<Rush> {
  const database = openDatabase(databaseUrl, { poolSize: 2 });
  const keys = deriveKeys(secret);
  const sessions = openSessions(database, keys, { on: () => {}, say: () => {} });
  const passwordHash = await (await openPasswords()).hash(rushPassword);
  let made = 0;

  async function someMembers(roleId: Role, count: number): Promise<Member[]> {
    const names = Array.from({ length: count }, () => `rush-${++made}`);
    return database.transact(async (tx) => {
      const users = await tx
        .insertInto("users")
        .values(names.map((username) => ({ username, usernameKey: usernameKey(username), roleId, passwordHash })))
        .returning(["id", "username"])
        .execute();
      const signedIn: Member[] = [];
      for (const { id, username } of users) {
        const opened = await sessions.start(tx, selectUser(sql`id = ${id}`), client);
        if (opened) signedIn.push({ ...opened, id, username });
      }
      return signedIn;
    });
  }

  return {
    database,
    members: (roleId, count) => inBatches(count, (size) => someMembers(roleId, size)),
    ticket: (fields) => database.transact((tx) => createTicket(tx, newTicket(fields))),
    async tickets(fields, count) {
      await database.transact(async (tx) => {
        for (let i = 1; i <= count; i++)
          await createTicket(tx, newTicket({ ...fields, title: `${fields.title} ${i}` }));
      });
    },
    purchases: (ticketId, day, userIds) => givePurchases(database, keys, ticketId, day, userIds),
    close: () => database.close(),
  };
}

function newTicket(fields: TicketFields) {
  const features = "دخول كل أجنحة الألعاب\nوجبة ومشروب\nمقعد في مدرج البطولة";
  const rest = { price: 0, description: ".", eventName: "ساحة اللعب", features, active: true };
  return { ...rest, category: Category.Free, ...fields };
}

async function givePurchases(database: Database, keys: Keys, ticketId: number, day: string, userIds: number[]) {
  const rows = userIds.map((userId) => {
    const uuid = randomUUID();
    return { uuid, shortCodeHash: shortCodeHash(keys, shortCode(keys, uuid)), userId, ticketId, day };
  });
  await database.transact(async (tx) => {
    for (let from = 0; from < rows.length; from += batch) {
      await tx
        .insertInto("purchases")
        .values(rows.slice(from, from + batch))
        .execute();
    }
    await tx
      .updateTable("tickets")
      .set((was) => ({ purchased: was("purchased", "+", rows.length) }))
      .where("id", "=", ticketId)
      .execute();
  });
  return rows.map(({ uuid }) => ({ uuid, qrToken: qrToken(keys, uuid) }));
}

async function inBatches<T>(count: number, make: (size: number) => Promise<T[]>): Promise<T[]> {
  const all: T[] = [];
  for (let left = count; left > 0; left -= batch) all.push(...(await make(Math.min(batch, left))));
  return all;
}
