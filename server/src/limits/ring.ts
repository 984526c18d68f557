import { networkOf, siteOf } from "./network.ts";

/** Where an entry waits: in a line of a group, as in the one of its network among all networks of its site. */
export type Place = { group: string | number; line: string };
type Line<E> = { first: E[]; rest: E[]; firstInRow: number };

/** After so many in a row that are first by right, one of the rest of their line has its turn. */
const maxFirstInRow = 3;

/**
 * Names where an address waits: an IPv6 site is one group, however many networks it has; an IPv4 address is its own.
 */
export function placeOf(ip: string): Place {
  const line = networkOf(ip);
  return { group: siteOf(ip) ?? line, line };
}

/** Names the place of whoever has no address, as an account: a group of one line. */
export const placeOfName = (name: string | number): Place => ({ group: name, line: "" });

/**
 * Opens groups of entries that take turns, and in a group its lines; in a line those are first that are so by right,
 * with every fourth place for the rest, then by arrival. So an IPv6 site, 65,536 networks, has as many turns as one
 * IPv4 address (0158).
 */
export function openRing<E>() {
  const groups = new Map<Place["group"], Map<string, Line<E>>>();
  let size = 0;

  return {
    size: () => size,
    add({ group, line }: Place, entry: E, isFirst = false): void {
      const lines = groups.get(group) ?? new Map<string, Line<E>>();
      groups.set(group, lines);
      const entries = lines.get(line) ?? { first: [], rest: [], firstInRow: 0 };
      lines.set(line, entries);
      (isFirst ? entries.first : entries.rest).push(entry);
      size++;
    },
    take(): E | undefined {
      for (const [group, lines] of groups) {
        // Whoever had a turn goes to the end of the ring.
        groups.delete(group);
        const entry = takeOfLines(lines);
        if (lines.size > 0) groups.set(group, lines);
        if (entry !== undefined) {
          size--;
          return entry;
        }
      }
      return undefined;
    },
    count({ group, line }: Place): number {
      return countOf(groups.get(group)?.get(line));
    },
    countOfGroup({ group }: Place): number {
      let count = 0;
      for (const line of groups.get(group)?.values() ?? []) count += countOf(line);
      return count;
    },
    /** The longest line of the group that waits with most, and with how many that group waits. */
    longest(): { place: Place | undefined; count: number } {
      let longest = { place: undefined as Place | undefined, count: 0 };
      for (const [group, lines] of groups) {
        let [count, line, most] = [0, "", 0];
        for (const [name, entries] of lines) {
          const ofLine = countOf(entries);
          count += ofLine;
          if (ofLine > most) [line, most] = [name, ofLine];
        }
        if (count > longest.count) longest = { place: { group, line }, count };
      }
      return longest;
    },
    takeLatest({ group, line }: Place): E | undefined {
      const entries = groups.get(group)?.get(line);
      const entry = entries?.rest.pop() ?? entries?.first.pop();
      if (entry !== undefined) size--;
      return entry;
    },
    /** Takes those out that are gone, and returns them. */
    drop(isGone: (entry: E) => boolean): E[] {
      const gone: E[] = [];
      for (const lines of groups.values()) {
        for (const line of lines.values()) {
          for (const part of ["first", "rest"] as const) {
            const entries = line[part];
            line[part] = [];
            for (const entry of entries) (isGone(entry) ? gone : line[part]).push(entry);
          }
        }
      }
      size -= gone.length;
      return gone;
    },
  };
}

function takeOfLines<E>(lines: Map<string, Line<E>>): E | undefined {
  for (const [name, line] of lines) {
    lines.delete(name);
    const entry = takeOfLine(line);
    if (countOf(line) > 0) lines.set(name, line);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

function takeOfLine<E>(line: Line<E>): E | undefined {
  const isRestsTurn = line.rest.length > 0 && line.firstInRow >= maxFirstInRow;
  if (isRestsTurn || line.first.length === 0) {
    line.firstInRow = 0;
    return line.rest.shift();
  }
  line.firstInRow++;
  return line.first.shift();
}

export type Ring<E> = ReturnType<typeof openRing<E>>;

const countOf = (line: Line<unknown> | undefined) => (line ? line.first.length + line.rest.length : 0);
