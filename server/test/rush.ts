import { Category, Role } from "@saha/contract";
import { openPasswords } from "../src/auth/passwords/passwords.ts";
import { openSessions } from "../src/auth/sessions/sessions.ts";
import { type Database, openDatabase } from "../src/database/database.ts";
import { deriveKeys } from "../src/process/secrets.ts";
import { rushPassword } from "../src/seeds/seed-rush.ts";
import { createTicket } from "../src/tickets/create-ticket.ts";
import { insertEntries, insertGame, insertPurchases, insertScores, insertUsers, startSession } from "./rows.ts";

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
  purchases(ticketId: number, userIds: number[]): Promise<{ uuid: string; qrToken: string }[]>;
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
      const users = await insertUsers(tx, names, { roleId, passwordHash });
      const signedIn: Member[] = [];
      for (const { id, username } of users) signedIn.push({ ...(await startSession(sessions, tx, id)), id, username });
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
    purchases: (ticketId, userIds) => database.transact((tx) => insertPurchases(tx, keys, { ticketId, userIds })),
    game: async () => (await insertGame(database.query, ++made, { leaderboard: true })).id,
    async line(gameId, userIds) {
      await insertEntries(database.query, gameId, userIds);
    },
    entries: (gameId) =>
      database.query
        .selectFrom("queueEntries")
        .select(["id", "userId"])
        .where("gameId", "=", gameId)
        .orderBy("number")
        .execute(),
    async scores(gameId, count) {
      const names = Array.from({ length: count }, () => `ranked-${++made}`);
      await database.transact(async (tx) => {
        const people = [];
        for (let from = 0; from < count; from += batch) {
          people.push(...(await insertUsers(tx, names.slice(from, from + batch), { roleId: Role.User, passwordHash })));
        }
        const scores = people.map(({ id }) => ({ userId: id, score: 1 + (id % 997) }));
        await insertScores(tx, { gameId, scores });
      });
    },
    close: () => database.close(),
  };
}

function newTicket(fields: TicketFields) {
  const features = "دخول كل أجنحة الألعاب\nوجبة ومشروب\nمقعد في مدرج البطولة";
  const rest = { price: 0, description: ".", eventName: "ساحة اللعب", features, active: true, visible: true };
  return { ...rest, category: Category.Free, ...fields };
}

async function inBatches<T>(count: number, make: (size: number) => Promise<T[]>): Promise<T[]> {
  const all: T[] = [];
  for (let left = count; left > 0; left -= batch) all.push(...(await make(Math.min(batch, left))));
  return all;
}
