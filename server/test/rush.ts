import { randomUUID } from "node:crypto";
import { Category, Platform, type Role, usernameKey } from "@saha/contract";
import { sql } from "kysely";
import { openPasswords } from "../src/auth/passwords/passwords.ts";
import { openSessions } from "../src/auth/sessions/sessions.ts";
import { selectUser } from "../src/auth/user-view.ts";
import { type Database, openDatabase } from "../src/database/database.ts";
import { deriveKeys, type Keys } from "../src/process/secrets.ts";
import { rushPassword } from "../src/seeds/seed-rush.ts";
import { createTicket } from "../src/tickets/create-ticket.ts";
import { qrToken, shortCode, shortCodeHash } from "../src/tickets/ticket-code.ts";

export type Member = { id: number; username: string; accessToken: string; refreshToken: string };
type TicketFields = { title: string; day: string; quantity: number };

/** A crowd on a running event, for load: written straight into its database, with tokens that its server takes. */
export type Rush = {
  database: Database;
  /** People who are signed in; all have the password `rushPassword`. */
  members(roleId: Role, count: number): Promise<Member[]>;
  ticket(fields: TicketFields): Promise<number>;
  tickets(fields: TicketFields, count: number): Promise<void>;
  /** An invitation ticket, and the codes of its places. */
  invitation(fields: TicketFields): Promise<{ ticketId: number; codes: string[] }>;
  /** From now on so many invitations are redeemed, and none is yet. */
  allowRedemptions(maxRedeem: number): Promise<void>;
  /** One purchase for each holder, with what its QR holds. */
  purchases(ticketId: number, day: string, userIds: number[]): Promise<{ uuid: string; qrToken: string }[]>;
  /** A game of a booth of its own, which counts in the standings. */
  game(): Promise<number>;
  /** Puts these people in the line of a game. */
  line(gameId: number, userIds: number[]): Promise<void>;
  /** Who stands in the line of a game, in the order of the numbers. */
  entries(gameId: number): Promise<{ id: number; userId: number }[]>;
  /** Gives so many people who never signed in a score in a game. */
  scores(gameId: number, count: number): Promise<void>;
  close(): Promise<void>;
};

export { rushPassword };

const batch = 2000;
const client = { ip: "127.0.0.1", userAgent: null, language: "ar", device: null } as const;

/** Opens the database of a running event whose `SECRET_KEY` is known. */
export async function openRush(databaseUrl: string, secret: string): Promise<Rush> {
  const database = openDatabase(databaseUrl, { poolSize: 2 });
  const keys = deriveKeys(secret);
  const sessions = openSessions(database, keys, { on: () => {}, say: () => {} });
  const passwordHash = await (await openPasswords()).hash(rushPassword);
  // Goes on where an earlier crowd ended.
  const { made: before } = await database.query
    .selectFrom("users")
    .select((of) => of.fn.max("id").as("made"))
    .executeTakeFirstOrThrow();
  let made = before ?? 0;

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
    async invitation(fields) {
      const ticket = { ...newTicket(fields), category: Category.Invitation };
      const ticketId = await database.transact((tx) => createTicket(tx, ticket));
      const made = database.query.selectFrom("invitationCodes").select("code").where("ticketId", "=", ticketId);
      return { ticketId, codes: (await made.execute()).map(({ code }) => code) };
    },
    async allowRedemptions(maxRedeem) {
      await database.query.updateTable("redemptions").set({ maxRedeem, redeemed: 0, isSet: true }).execute();
    },
    purchases: (ticketId, day, userIds) => givePurchases(database, keys, ticketId, day, userIds),
    async game() {
      const booth = await database.query
        .insertInto("booths")
        .values({ name: `Booth ${++made}` })
        .returning("id")
        .executeTakeFirstOrThrow();
      const game = await database.query
        .insertInto("games")
        .values({
          name: `Game ${made}`,
          shortName: `G${made}`,
          winPoints: 10,
          losePoints: 1,
          platformId: Platform.Pc,
          boothId: booth.id,
          leaderboard: true,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return game.id;
    },
    async line(gameId, userIds) {
      await sql`insert into queue_entries (game_id, user_id, number)
        select ${gameId}, user_id, number from unnest(${userIds}::int[]) with ordinality as people (user_id, number)`.execute(
        database.query,
      );
      await sql`update games set last_number = ${userIds.length} where id = ${gameId}`.execute(database.query);
    },
    entries: (gameId) =>
      database.query
        .selectFrom("queueEntries")
        .select(["id", "userId"])
        .where("gameId", "=", gameId)
        .orderBy("number")
        .execute(),
    async scores(gameId, count) {
      const name = `ranked-${++made}`;
      await sql`
        with people as (
          insert into users (username, username_key, role_id, password_hash)
          select ${name} || '-' || i, ${name} || '-' || i, 5, ${passwordHash} from generate_series(1, ${count}::int) as i
          returning id),
        scored as (
          insert into scores (user_id, game_id, score, lowest, highest)
          select people.id, games.id, 1 + people.id % 997, games.lowest, games.highest
          from people, games where games.id = ${gameId})
        insert into score_log (actor_id, user_id, game_id, reason, previous_score, current_score)
        select id, id, ${gameId}, 'set', 0, 1 + id % 997 from people`.execute(database.query);
    },
    close: () => database.close(),
  };
}

function newTicket(fields: TicketFields) {
  const features = "دخول كل أجنحة الألعاب\nوجبة ومشروب\nمقعد في مدرج البطولة";
  const rest = { price: 0, description: ".", eventName: "ساحة اللعب", features, active: true, visible: true };
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
