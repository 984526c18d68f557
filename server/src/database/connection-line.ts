import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

/** Has work wait for its turn. */
export type Line = <T>(work: () => Promise<T>) => Promise<T>;

const current = new AsyncLocalStorage<Line | undefined>();

/** Makes each connection to the database that `work` takes wait in a line, and hold a place until given back. */
export function inLine<T>(line: Line, work: () => T): T {
  return current.run(line, work);
}

/** Does in nobody's name what many wait for, so that it waits in no line, whoever asked first. */
export function forAll<T>(work: () => T): T {
  return current.getStore() ? current.run(undefined, work) : work();
}

/** A pool whose own line, first come, first served, is entered only once the line has been waited in that there is. */
export class LinedPool extends pg.Pool {
  // biome-ignore lint/suspicious/noExplicitAny: one signature cannot be assigned to all of pg's overloads.
  override connect(callback?: any): any {
    const line = current.getStore();
    return line && !callback ? this.#connectIn(line) : super.connect(callback);
  }

  #connectIn(line: Line): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      const held = async () => {
        const client = await super.connect();
        await new Promise<void>((leave) => {
          const { release } = client;
          client.release = (error) => {
            release.call(client, error);
            leave();
          };
          resolve(client);
        });
      };
      line(held).catch(reject);
    });
  }
}
