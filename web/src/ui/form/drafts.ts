import type { Values } from "./values.ts";

/**
 * Keeps the fields that were changed while their screen is away, and no others, or they would be sent back over what
 * somebody else saved meanwhile; null forgets them.
 */
export type Draft<V> = { read(): Partial<V>; write(changed: Partial<V> | null): void };

/** The names of text fields that may be kept: never a password's. */
type KeptName<V extends Values> = Exclude<keyof V & string, `${string}assword${string}`>;

/**
 * Keeps the named text fields in this tab, over a reload and a session that has ended; signing out clears the tab's
 * storage. `key` names whose they are, a member by number: the next person on the tab must not find them. A password's
 * name does not compile.
 */
export function tabDraft<V extends Values>(key: string, names: readonly KeptName<V>[]): Draft<V> {
  const place = `typed:${key}`;
  return {
    read: () => {
      const kept = readKept(place);
      const texts = names.filter((name) => typeof kept[name] === "string").map((name) => [name, kept[name]]);
      return Object.fromEntries(texts) as Partial<V>;
    },
    write: (changed) => {
      if (changed === null) sessionStorage.removeItem(place);
      // What has no value is left out of JSON.
      else
        sessionStorage.setItem(place, JSON.stringify(Object.fromEntries(names.map((name) => [name, changed[name]]))));
    },
  };
}

function readKept(place: string): Record<string, unknown> {
  try {
    return (JSON.parse(sessionStorage.getItem(place) ?? "null") as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}
