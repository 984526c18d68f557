import type pg from "pg";
import { isPlain } from "./twins.ts";

/**
 * Clients whose `begin` leaves together with the statement after it, in one write: on its own it would cost a whole
 * trip to the database, which a rush feels more than what the statements ask. A transaction in which nothing is asked
 * never begins.
 */
export function pipelinedBegin(Client: typeof pg.Client): typeof pg.Client {
  if (isPlain("pipelining")) return Client;
  return class extends Client {
    #isToBegin = false;

    // biome-ignore lint/suspicious/noExplicitAny: one signature cannot be assigned to all of pg's overloads.
    override query(text: any, values?: any, callback?: any): any {
      if (text === "begin" && !callback) {
        this.#isToBegin = true;
        return Promise.resolve({ command: "BEGIN", rows: [], rowCount: null });
      }
      if (!this.#isToBegin) return super.query(text, values, callback);
      this.#isToBegin = false;
      if (text === "commit" || text === "rollback") {
        return Promise.resolve({ command: text.toUpperCase(), rows: [], rowCount: null });
      }
      const { stream } = (this as unknown as { connection: { stream: { cork(): void; uncork(): void } } }).connection;
      stream.cork();
      try {
        const begun = super.query("begin");
        const answered = super.query(text, values, callback);
        return Promise.all([begun, answered]).then(([, answer]) => answer);
      } finally {
        stream.uncork();
      }
    }
  };
}
