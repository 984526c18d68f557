/**
 * Gives a look-up by key: those asked for in the same turn of the event loop are found by one call, for in a rush hundreds
 * arrive at once, each of another person, and a statement costs more than what it finds. Nothing is remembered: what is
 * found was read after it was asked for. A failure fails all who asked in that turn.
 */
export function gathered<Key, Found>(
  findAll: (keys: Key[]) => Promise<Map<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  let asked: Set<Key> | undefined;
  let found: Promise<Map<Key, Found>> = Promise.resolve(new Map());
  return async (key) => {
    if (!asked) {
      const keys = new Set<Key>();
      asked = keys;
      found = new Promise((resolve, reject) => {
        setImmediate(() => {
          asked = undefined;
          findAll([...keys]).then(resolve, reject);
        });
      });
    }
    asked.add(key);
    return (await found).get(key);
  };
}
