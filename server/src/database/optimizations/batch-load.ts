import { forAll } from "../connection-line.ts";
import { isPlain } from "./twins.ts";

/**
 * Gives a look-up by key: those asked for in the same turn of the event loop are found by one call, for in a rush
 * hundreds arrive at once, each of another person, and a statement costs more than what it finds. Nothing is
 * remembered: what is found was read after it was asked for. `oneAtATime` also waits for the call under way and finds
 * all who asked meanwhile together, where a single call is dear. A failure fails all who asked for that call.
 */
export function batchLoad<Key, Found>(
  findAll: (keys: Key[]) => Promise<Map<Key, Found>>,
  { oneAtATime = false } = {},
): (key: Key) => Promise<Found | undefined> {
  if (isPlain("batch-load")) return async (key) => (await findAll([key])).get(key);
  let asked: Set<Key> | undefined;
  let found: Promise<Map<Key, Found>> = Promise.resolve(new Map());
  let underWay: Promise<unknown> = Promise.resolve();

  async function begin(keys: Set<Key>): Promise<Map<Key, Found>> {
    if (oneAtATime) await underWay;
    await new Promise(setImmediate);
    asked = undefined;
    const finding = forAll(() => findAll([...keys]));
    underWay = finding.catch(() => {});
    return finding;
  }

  return async (key) => {
    if (!asked) {
      const keys = new Set<Key>();
      asked = keys;
      found = begin(keys);
    }
    asked.add(key);
    return (await found).get(key);
  };
}
