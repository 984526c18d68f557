import type { Events, Language, ProblemCode } from "@saha/contract";
import { type Compilable, Kysely, type Transaction } from "kysely";
import pg from "pg";
import { beginsWithNext } from "./begin-with-next.ts";
import { camelCaseRows, SnakeCasePostgres } from "./column-names.ts";
import { isOutdated, preparingClient } from "./prepared.ts";
import { Problem } from "./problem.ts";
import type { Schema } from "./schema.ts";

/** Whom news is for: everybody of an account or a role, one device, or whoever looks at a booth's public board. */
export type Room = `user:${number}` | `role:${number}` | `session:${number}` | `board:${number}`;

/** One event of the contract for open sockets, its message in both languages (rules §7). */
export type News = {
  [Name in keyof Events]: {
    kind: "news";
    event: Name;
    to: Room[];
    message: Record<Language, string>;
    ids: Omit<Events[Name], "message">;
  };
}[keyof Events];

/** What others learn of a transaction; it leaves only after the commit (rules §7). */
export type Notice =
  | { kind: "session.ended"; sessionIds: number[] }
  | { kind: "session.language"; sessionId: number; language: Language }
  | { kind: "mail.queued" }
  /** Another process may have said something that was not heard here. */
  | { kind: "notices.missed" }
  | { kind: "theme.changed" }
  | { kind: "tickets.changed"; by: "administrator" | "attendee" }
  | News;

/** An open transaction: what every rule works on. The bare database does not fit where a `Tx` is asked for. */
export type Tx = Transaction<Schema> & {
  notify(notice: Notice): void;
  /** Runs a statement at the end, in one trip with the commit; nobody hears what it found, and its failure undoes all. */
  last(statement: Compilable): void;
};

export type Database = {
  /** For plain reads and single statements. */
  query: Kysely<Schema>;
  /** Runs an effect in one transaction; its notices leave after the commit; deadlocks are tried again. */
  transact<T>(effect: (tx: Tx) => Promise<T>): Promise<T>;
  /** Hands every committed notice to the listener. */
  onNotice(listener: (notice: Notice) => void): void;
  pool: pg.Pool;
  close(): Promise<void>;
};

const { builtins } = pg.types;
const parsers: Partial<Record<number, (text: string) => unknown>> = {
  [builtins.TIMESTAMPTZ]: isoTime,
  [builtins.DATE]: (text) => text,
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
};

/** `2026-10-20 12:00:00.5+00` as `2026-10-20T12:00:00.500Z`, without a Date for what is UTC already. */
function isoTime(text: string): string {
  if (text[10] !== " " || !text.endsWith("+00")) return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, "0").slice(0, 3)}Z`;
}

/** Opens the pool; connections are made on need. Throws nothing: an unreachable database answers 503 later. */
export function openDatabase(url: string, options: { poolSize?: number } = {}): Database {
  const pool = new pg.Pool({
    Client: beginsWithNext(preparingClient()),
    // Statements leave one behind the other without waiting, where nobody waits for the first.
    pipeline: true,
    connectionString: url,
    max: options.poolSize ?? 16,
    // Also the longest wait for a connection that is free, which a crowd needs more of than a dead server does.
    connectionTimeoutMillis: 8000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 15_000,
    application_name: "saha",
    types: { getTypeParser: (oid: number) => parsers[oid] ?? pg.types.getTypeParser(oid) },
  });
  // A backend that dies is replaced on the next use; whoever has it in hand learns it from the statement that fails.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const query = new Kysely<Schema>({
    dialect: new SnakeCasePostgres({ pool }),
    plugins: [camelCaseRows],
  });
  const listeners: ((notice: Notice) => void)[] = [];

  async function once<T>(effect: (tx: Tx) => Promise<T>): Promise<T> {
    const notices: Notice[] = [];
    let ending: Promise<unknown> | undefined;
    const result = await query
      .transaction()
      .execute(async (trx) => {
        let last: Compilable | undefined;
        const tx = Object.assign(trx, {
          notify: (notice: Notice) => void notices.push(notice),
          last(statement: Compilable) {
            if (last) throw new Error("A transaction has one last statement");
            last = statement;
          },
        });
        const found = await effect(tx);
        if (!last) return found;
        ending = trx.executeQuery(last.compile());
        ending.catch(() => {});
        // By then it has left, so that the commit goes behind it.
        await new Promise<void>((resolve) => process.nextTick(resolve));
        return found;
      })
      // A commit after a statement that failed says only that it did not commit.
      .catch(async (error: unknown) => {
        await ending;
        throw error;
      });
    await ending;
    for (const notice of notices) for (const listener of listeners) listener(notice);
    return result;
  }

  return {
    query,
    pool,
    async transact(effect) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(effect);
        } catch (error) {
          if (attempt < 4 && (isRetryable(error) || isOutdated(error))) continue;
          throw problemOf(error);
        }
      }
    },
    onNotice: (listener) => void listeners.push(listener),
    close: () => query.destroy(),
  };
}

const constraintProblems: Record<string, ProblemCode> = {
  tickets_stock: "ticket.sold_out",
  tickets_category: "category.in_use",
  purchases_one_live_a_day: "ticket.day_taken",
  purchases_ticket: "ticket.has_purchases",
  ticket_categories_name_taken: "category.name_taken",
  users_username_taken: "user.username_taken",
  users_verified_email: "user.email_taken",
  scan_log_admitted_once: "ticket.already_used",
};
const constraintFields: Record<string, string> = {
  users_username_taken: "username",
  users_verified_email: "email",
  ticket_categories_name_taken: "name",
};

/** What a database error means to a caller: a broken law becomes its refusal, an unreachable or overrun database 503; anything else stays. */
export function problemOf(error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  const { code, constraint } = error as { code?: string; constraint?: string };
  const problem = constraint ? constraintProblems[constraint] : undefined;
  if (constraint && problem) {
    const field = constraintFields[constraint];
    return new Problem(problem, field ? { field } : {});
  }
  if (isRetryable(error) || isCrowded(error)) return new Problem("server.busy", { retryAfter: 1 });
  return isUnreachable(code, error.message) ? new Problem("server.database_down", { retryAfter: 2 }) : error;
}

function isRetryable(error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return code === "40P01" || code === "40001";
}

/** All connections of the pool were taken for too long; the database itself is there. */
function isCrowded(error: Error): boolean {
  return error.message === "timeout exceeded when trying to connect";
}

function isUnreachable(code: string | undefined, message: string): boolean {
  if (code && /^(08|57P0|53|55P04|58|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH)/.test(code)) return true;
  return /connection (terminated|timeout|ended|error)/i.test(message);
}
