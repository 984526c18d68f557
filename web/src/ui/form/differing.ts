import type { Values } from "./values.ts";

/**
 * Picks the fields that differ from what the form was filled with: all that is sent of an edited row, so that an old
 * list never undoes what others changed meanwhile. An emptied field differs; a chosen file always does.
 */
export function differing<V extends Values>(before: V, typed: V): Partial<V> {
  const changed = Object.entries(typed).filter(([field, value]) => value !== before[field]);
  return Object.fromEntries(changed) as Partial<V>;
}
