import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { Problem } from "../errors/problem.ts";
import { recordCall } from "./audit.ts";
import { forAll, LinedPool } from "./connection-line.ts";
import { type Constraints, refusalOf } from "./constraints.ts";
import { refuseLateCaller } from "./late-caller.ts";
import type { Notice } from "./notices.ts";
import { openCompiler, type Statement } from "./optimizations/compiled-statements.ts";
import { pipelinedBegin } from "./optimizations/pipelining.ts";
import { isOutdated, preparingClient } from "./optimizations/prepared-statements.ts";
import { isPlain } from "./optimizations/twins.ts";
import type { Schema } from "./schema.ts";

/** An open transaction: what every rule works on. The bare database does not fit where a `Tx` is asked for. */
export type Tx = Transaction<Schema> & {
  notify(notice: Notice): void;
  /** Runs a statement that is compiled once, and gives its rows. */
  run<Values extends object, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row[]>;
  /**
   * Runs such a statement at the end, in one trip with the commit; nobody hears what it found, and its failure undoes
   * all.
   */
  last<Values extends object>(statement: Statement<Values, unknown>, values: Values): void;
};

export type Database = {
  /** For plain reads and single statements. */
  query: Kysely<Schema>;
  /** Runs an effect in one transaction; its notices leave after the commit; deadlocks are tried again. */
  transact<T>(effect: (tx: Tx) => Promise<T>): Promise<T>;
  /** Hands every committed notice to the listener. */
  onNotice(listener: (notice: Notice) => void): void;
  /**
   * Turns an error into what it means to a caller: a broken constraint into its refusal, an unreachable or overrun
   * database into 503; every other error stays as it is.
   */
  problemOf(error: unknown): unknown;
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

/**
 * Has the server ask after two minutes whether its client is still there. A process that goes without a word, as where
 * the power fails or the network drops its connections, left its sessions there for two hours, the system's default,
 * and three such moments took all connections of the server. A statement, for a pooler refuses what it does not know
 * when a connection begins.
 */
const askAfterMe = "set tcp_keepalives_idle = 60; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 6";

type Options = { poolSize?: number; constraints?: Constraints; queryTimeout?: number };

/** Opens the pool; connections are made on need. Throws nothing: an unreachable database answers 503 later. */
export function openDatabase(
  url: string,
  { poolSize = 20, constraints = {}, queryTimeout = 20_000 }: Options = {},
): Database {
  const isPipelining = !isPlain("pipelining");
  const pool = new LinedPool({
    Client: pipelinedBegin(preparingClient()),
    // Statements leave one behind the other without waiting, where nobody waits for the first.
    pipeline: isPipelining,
    connectionString: url,
    max: poolSize,
    // Also the longest wait for a connection that is free, which a crowd needs more of than a dead server does.
    connectionTimeoutMillis: 8000,
    idleTimeoutMillis: 60_000,
    // A server that is gone without a word answers no statement any more: its connections are given up, not waited on.
    query_timeout: queryTimeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: 15_000,
    // What a process that stands still holds within a transaction is let go for the others.
    idle_in_transaction_session_timeout: 20_000,
    application_name: "saha",
    types: { getTypeParser: (oid: number) => parsers[oid] ?? pg.types.getTypeParser(oid) },
  });
  // A backend that dies is replaced on the next use; whoever has it in hand learns it from the statement that fails.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    client.query(askAfterMe).catch(() => {});
  });
  // Columns are snake_case in SQL and camelCase in TypeScript; what stands within a JSON value keeps its names.
  const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins });
  const compile = openCompiler();
  const listeners: ((notice: Notice) => void)[] = [];
  const tell = (...notices: Notice[]) => {
    // In nobody's name: what a listener reads for all must not wait in the line of whoever pressed (0182).
    forAll(() => {
      for (const notice of notices) for (const listener of listeners) listener(notice);
    });
  };
  /** Whether a commit got no answer, so that nobody knows whether its notices are owed. */
  let isOwing = false;

  async function once<T>(effect: (tx: Tx) => Promise<T>): Promise<T> {
    const notices: Notice[] = [];
    let isCommitting = false;
    let ending: Promise<unknown> | undefined;
    let recorded: ReturnType<typeof recordCall>;
    const result = await query
      .transaction()
      .execute(async (trx) => {
        let last: CompiledQuery | undefined;
        const tx: Tx = Object.assign(trx, {
          notify: (notice: Notice) => void notices.push(notice),
          async run<Values extends object, Row>(statement: Statement<Values, Row>, values: Values) {
            return (await trx.executeQuery(compile(trx, statement, values))).rows;
          },
          last<Values extends object>(statement: Statement<Values, unknown>, values: Values) {
            if (last) throw new Error("A transaction has one last statement");
            last = compile(trx, statement, values);
          },
        });
        await refuseLateCaller(tx);
        recorded = recordCall(tx);
        // What it reads beside itself must not wait for the place that it holds.
        const found = await forAll(() => effect(tx));
        await recorded?.written;
        isCommitting = true;
        if (!last) return found;
        ending = trx.executeQuery(last);
        if (!isPipelining) await ending;
        ending.catch(() => {});
        // By then it has left, so that the commit goes behind it.
        await new Promise<void>((resolve) => process.nextTick(resolve));
        return found;
      })
      // After a statement that failed a commit says only that it did not commit, any other that all is over.
      .catch(async (error: unknown) => {
        if ((error as { code?: string }).code === "25P02") await recorded?.written;
        isOwing ||=
          isCommitting &&
          notices.length > 0 &&
          isUnreachable((error as { code?: string }).code, (error as Error).message);
        await ending;
        throw error;
      });
    await ending;
    recorded?.committed();
    tell(...notices);
    if (isOwing) {
      isOwing = false;
      tell({ kind: "notices.missed" });
    }
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
          throw problemOf(error, constraints);
        }
      }
    },
    onNotice: (listener) => void listeners.push(listener),
    problemOf: (error) => problemOf(error, constraints),
    close: () => query.destroy(),
  };
}

function problemOf(error: unknown, constraints: Constraints): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  const refusal = refusalOf(error, constraints);
  if (refusal) return refusal;
  if (isRetryable(error) || isCrowded(error)) return new Problem("server.busy", { retryAfter: 1 });
  const { code } = error as { code?: string };
  // Cut off after its time or by an operator, or by bounds of the role for locks and transactions: it is overrun.
  if (code && ["57014", "55P03", "25P04"].includes(code)) return new Problem("server.busy", { retryAfter: 1 });
  if (code === "53100") return new Problem("server.disk_full", { retryAfter: 10 });
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
  return /^connect E|^Query read timeout|connection (terminated|timeout|ended|error)/i.test(message);
}
