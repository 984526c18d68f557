import { randomBytes } from "node:crypto";
import { Category, type PurchaseStatus, Role } from "@saha/contract";
import type { Core } from "../src/core.ts";
import { openDays } from "../src/tickets/event-day.ts";
import { type Call, openCaller, type Tokens } from "./caller.ts";
import {
  type GameFacts,
  insertBooth,
  insertEntries,
  insertGame,
  insertPurchases,
  insertScores,
  insertUsers,
  startSession,
} from "./rows.ts";
import type { Send } from "./wire.ts";

export type Member = Required<Tokens> & { id: number; username: string; roleId: Role; sessionId: number; call: Call };
export type HeldTicket = {
  id: number;
  uuid: string;
  ticketId: number;
  userId: number;
  qrToken: string;
  shortCode: string;
};

type TicketFacts = Partial<{
  title: string;
  price: number;
  quantity: number;
  day: string;
  categoryId: number;
  active: boolean;
  visible: boolean;
  features: string;
}>;

type BoothFacts = Partial<{ name: string; isActive: boolean }>;
type ScoreFacts = { userId: number; gameId: number; score: number; actorId?: number };

/** A hash like any other, of a password that no test knows. */
const nobodysHash = "$argon2id$v=19$m=19456,t=2,p=1$6TN9B95hhE+WmcJKPTwpIw$QF40eZzVvy4586PoE6TA3yezP62DEwLTI568/vcTrTs";

/** Rows to begin a test with, made in the database itself; whoever comes out is signed in. */
export function openGiven(core: Core, send: Send, issued: Set<string>) {
  const { database, keys } = core;
  const { query } = database;
  const hashes = new Map<string, Promise<string>>();
  let count = 0;

  /** Opens one more session for an account. */
  async function signIn(user: { id: number; username: string; roleId: Role }): Promise<Member> {
    const tokens = await startSession(core.sessions, query, user.id);
    issued.add(tokens.accessToken).add(tokens.refreshToken);
    const claims = JSON.parse(Buffer.from(tokens.accessToken.split(".")[1] ?? "", "base64url").toString());
    return { ...user, ...tokens, sessionId: claims.sid, call: openCaller(send, tokens) };
  }

  /** Hashed once for each password, for that is slow on purpose. */
  function hashOf(password: string): Promise<string> {
    const made = hashes.get(password) ?? core.passwords.hash(password);
    hashes.set(password, made);
    return made;
  }

  async function user(facts: { roleId?: Role; username?: string; password?: string; isBlocked?: boolean } = {}) {
    const { username = `person-${++count}`, roleId = Role.User, isBlocked = false, password } = facts;
    const passwordHash = password ? await hashOf(password) : nobodysHash;
    const [row] = await insertUsers(query, [username], { roleId, passwordHash, isBlocked });
    if (!row) throw new Error("Nobody was made");
    return signIn(row);
  }

  async function ticket(facts: TicketFacts = {}): Promise<{ id: number; day: string }> {
    return query
      .insertInto("tickets")
      .values({
        title: `Ticket ${++count}`,
        quantity: 10,
        day: today(),
        categoryId: Category.Free,
        type: "Silver",
        ...facts,
      })
      .returning(["id", "day"])
      .executeTakeFirstOrThrow();
  }

  /** A place taken, with the counter raised as the rule does it. */
  async function purchase(of: { userId: number; ticketId: number; status?: PurchaseStatus }): Promise<HeldTicket> {
    const { userId, ...rest } = of;
    const [held] = await insertPurchases(query, keys, { ...rest, userIds: [userId], now: core.clock() });
    if (!held) throw new Error("No place was taken");
    issued.add(held.qrToken).add(held.shortCode);
    return { ...held, ticketId: of.ticketId };
  }

  const booth = (facts: BoothFacts = {}) => insertBooth(query, { name: `Booth ${++count}`, ...facts });

  /** Somebody who runs a booth. */
  async function boothAdmin(boothId: number): Promise<Member> {
    const admin = await user({ roleId: Role.BoothAdmin });
    await query.insertInto("boothAdmins").values({ userId: admin.id, boothId }).execute();
    return admin;
  }

  /** A game of a booth of its own, unless one is named; it can be queued for. */
  const game = (facts: GameFacts = {}) => insertGame(query, ++count, facts);

  /** The next number in the line of a game. */
  async function entry({ userId, gameId }: { userId: number; gameId: number }) {
    const [made] = await insertEntries(query, gameId, [userId]);
    if (!made) throw new Error("Nobody stands in line");
    return made;
  }

  /** A score that a staff member set, with its row of the log. */
  const score = ({ userId, gameId, score, actorId }: ScoreFacts): Promise<void> =>
    database.transact((tx) => insertScores(tx, { gameId, scores: [{ userId, score }], actorId }));

  /** The event's day at the set time. */
  function today(): string {
    const { eventTimeZone: timeZone } = core.config;
    return openDays(core.clock(), { timeZone, dayEnds: "00:00" })[0];
  }

  return {
    user,
    signIn,
    ticket,
    purchase,
    booth,
    boothAdmin,
    game,
    entry,
    score,
    today,
    category: (name = `Category ${++count}`) =>
      query.insertInto("ticketCategories").values({ name }).returning(["id", "name"]).executeTakeFirstOrThrow(),
    key: () => randomBytes(12).toString("base64url"),
  };
}

export type Given = ReturnType<typeof openGiven>;
