import { randomBytes, randomUUID } from "node:crypto";
import { Category, Platform, type PurchaseStatus, Role, usernameKey } from "@saha/contract";
import { sql } from "kysely";
import { selectUser } from "../src/auth/user-view.ts";
import type { Core } from "../src/core.ts";
import { openDays } from "../src/tickets/event-day.ts";
import { qrToken, shortCode, shortCodeHash } from "../src/tickets/ticket-code.ts";
import { type Call, openCaller, type Tokens } from "./caller.ts";
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
type GameFacts = Partial<{
  boothId: number;
  platformId: number;
  name: string;
  shortName: string;
  isActive: boolean;
  isQueueable: boolean;
  isDoubled: boolean;
  leaderboard: boolean;
  winPoints: number;
  losePoints: number;
  finite: boolean;
  min: number;
  max: number;
}>;

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
    const client = { ip: "127.0.0.1", userAgent: null, language: "ar" as const, device: null };
    const tokens = await core.sessions.start(query, selectUser(sql`id = ${user.id}`), client);
    if (!tokens) throw new Error("This account is not there");
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
    const username = facts.username ?? `person-${++count}`;
    const passwordHash = facts.password ? await hashOf(facts.password) : nobodysHash;
    const row = await query
      .insertInto("users")
      .values({
        username,
        usernameKey: usernameKey(username),
        roleId: facts.roleId ?? Role.User,
        isBlocked: facts.isBlocked ?? false,
        passwordHash,
      })
      .returning(["id", "username", "roleId"])
      .executeTakeFirstOrThrow();
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
    const uuid = randomUUID();
    const status = of.status ?? "ACTIVE";
    const code = shortCode(keys, uuid);
    const now = core.clock();
    const { day, price } = await query
      .selectFrom("tickets")
      .select(["day", "price"])
      .where("id", "=", of.ticketId)
      .executeTakeFirstOrThrow();
    const { id } = await query
      .insertInto("purchases")
      .values({
        uuid,
        shortCodeHash: shortCodeHash(keys, code),
        userId: of.userId,
        ticketId: of.ticketId,
        day,
        price,
        status,
        lastQrEntryScan: status.startsWith("USED") ? now : null,
        lastQrFeatureScan: status === "USED_FOR_FEATURE" ? now : null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (status !== "INACTIVE") {
      await query
        .updateTable("tickets")
        .set((was) => ({ purchased: was("purchased", "+", 1) }))
        .where("id", "=", of.ticketId)
        .execute();
    }
    const token = qrToken(keys, uuid);
    issued.add(token).add(code);
    return { id, uuid, ticketId: of.ticketId, userId: of.userId, qrToken: token, shortCode: code };
  }

  function booth(facts: BoothFacts = {}): Promise<{ id: number; name: string }> {
    return query
      .insertInto("booths")
      .values({ name: `Booth ${++count}`, ...facts })
      .returning(["id", "name"])
      .executeTakeFirstOrThrow();
  }

  /** Somebody who runs a booth. */
  async function boothAdmin(boothId: number): Promise<Member> {
    const admin = await user({ roleId: Role.BoothAdmin });
    await query.insertInto("boothAdmins").values({ userId: admin.id, boothId }).execute();
    return admin;
  }

  /** A game of a booth of its own, unless one is named; it can be queued for. */
  async function game(facts: GameFacts = {}): Promise<{ id: number; boothId: number }> {
    return query
      .insertInto("games")
      .values({
        name: `Game ${++count}`,
        shortName: `G${count}`,
        winPoints: 10,
        losePoints: 2,
        platformId: Platform.Pc,
        ...facts,
        boothId: facts.boothId ?? (await booth()).id,
      })
      .returning(["id", "boothId"])
      .executeTakeFirstOrThrow();
  }

  /** The next number in the line of a game. */
  async function entry({ userId, gameId }: { userId: number; gameId: number }) {
    const { lastNumber } = await query
      .updateTable("games")
      .set((was) => ({ lastNumber: was("lastNumber", "+", 1) }))
      .where("id", "=", gameId)
      .returning("lastNumber")
      .executeTakeFirstOrThrow();
    return query
      .insertInto("queueEntries")
      .values({ gameId, userId, number: lastNumber })
      .returning(["id", "number"])
      .executeTakeFirstOrThrow();
  }

  /** A score that a staff member set, with its row of the log. */
  function score({ userId, gameId, score, actorId = userId }: ScoreFacts): Promise<void> {
    return database.transact(async (tx) => {
      const bounds = tx.selectFrom("games").select(["id", "lowest", "highest"]).where("id", "=", gameId);
      const { lowest, highest } = await bounds.executeTakeFirstOrThrow();
      await tx.insertInto("scores").values({ userId, gameId, score, lowest, highest }).execute();
      await tx
        .insertInto("scoreLog")
        .values({ actorId, userId, gameId, reason: "set", previousScore: 0, currentScore: score })
        .execute();
    });
  }

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
