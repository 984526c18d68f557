import { networkOf, siteOf } from "./network.ts";
import { RecentTurns } from "./recent-turns.ts";

/** Where an entry waits: in a line of a group, as in the one of its network among all networks of its site. */
export type Place = {
  group: string | number;
  line: string;
  /** Whether the line is shared by all of a network who are no account. */
  isShared?: boolean;
};
type Line<E> = { first: E[]; rest: E[]; firstInRow: number; turns: number };
type Lines<E> = { byName: Map<string, Line<E>>; fewestInRow: number };
/** `shared` are those of networks, `own` those of accounts. */
type Group<E> = { shared: Lines<E>; own: Lines<E>; isSharedsTurn: boolean };
type IsGone<E> = (entry: E) => boolean;
type Options<E> = {
  isFewestFirst?: boolean | undefined;
  /** For how many milliseconds turns are remembered, up to twice as long; half a minute to a minute without it. */
  rememberedMs?: number | undefined;
  /** Says whether nobody waits for an entry any more, and then refuses it. */
  dropIfGone?: IsGone<E>;
};

/** After so many in a row that are first by right, one of the rest of their line has its turn. */
const maxFirstInRow = 3;
/** After so many in a row of lines that had fewest turns lately, the line of the group that waits longest has its. */
const maxFewestInRow = 3;
/** So few entries are never looked through for those that are gone. */
const fewEntries = 16;

/**
 * Names where an address waits: an IPv6 site is one group, however many networks it has; an IPv4 address is its own.
 */
export function placeOf(ip: string): Place {
  const line = networkOf(ip);
  return { group: siteOf(ip) ?? line, line, isShared: true };
}

/** Among whom an attendee takes turns in the own network: whom a gate let in lately, or whose email is verified. */
export type Peers = "let in" | "verified";

/**
 * Names where an account waits that takes turns in its network. Those whom a gate let in lately, and those whose email
 * is verified, have groups of their own there: whoever makes thousands of accounts in the hall has some that asked less
 * often than any person, but must walk each through a gate, or receive a code for each of the mails that a network may
 * cause, to stand among the people in it (0182).
 */
export function placeOfMember(ip: string, line: string, peers?: Peers): Place {
  const { group } = placeOf(ip);
  return { group: peers ? `${group} ${peers}` : group, line };
}

/** Names the place of whoever has no address, as an account: a group of one line. */
export const placeOfName = (name: string | number): Place => ({ group: name, line: "" });

/**
 * Opens groups of entries that take turns, and in a group its lines; in a line those are first that are so by right,
 * with every fourth place for the rest, then by arrival. So an IPv6 site, 65,536 networks, has as many turns as one
 * IPv4 address (0158). With `isFewestFirst` those lines of a group are first that had the fewest turns lately, with
 * every fourth turn by arrival: a thousand accounts that ask all the time hardly delay the one that asks now and then
 * (0182). Each second turn of a group is for its shared lines where some wait, for in them stand all strangers of a
 * hall: among a thousand lines they would have one turn in a thousand, and with an eighth they waited for 40 s beside
 * accounts that changed their passwords (0205). It looks at each line of the group for each turn, which is for
 * hundreds of turns a second, not thousands. Entries that are gone, which `dropIfGone` refuses, have no turn: 500 who
 * hung up took those of their line, and who stood behind them waited for 3,500 of others. Whenever the ring has grown
 * to twice of what waited, they are dropped wherever they are: behind 3,000 calls that waited for turns of their own
 * accounts, others that hung up 2,000 times a second kept what they had sent, 15 MB a second (0194).
 */
export function openRing<E>({ isFewestFirst = false, rememberedMs, dropIfGone }: Options<E> = {}) {
  const groups = new Map<Place["group"], Group<E>>();
  const turns = isFewestFirst ? new RecentTurns(rememberedMs) : undefined;
  let size = 0;
  /** How many waited when those that were gone had been dropped, or at the least since. */
  let fewest = 0;

  function shrink(): void {
    size--;
    fewest = Math.min(fewest, size);
  }

  /** Drops those that are gone, wherever they wait. */
  function dropGone(): void {
    const isHere = (entry: E) => !isGone(entry);
    for (const [name, group] of groups) {
      for (const { byName } of [group.shared, group.own]) {
        for (const [lineName, line] of byName) {
          line.first = line.first.filter(isHere);
          line.rest = line.rest.filter(isHere);
          if (countOf(line) === 0) byName.delete(lineName);
        }
      }
      if (isEmpty(group)) groups.delete(name);
    }
    fewest = size;
  }

  function isGone(entry: E): boolean {
    if (!dropIfGone?.(entry)) return false;
    shrink();
    return true;
  }

  return {
    size: () => size,
    add({ group, line, isShared = false }: Place, entry: E, isFirst = false): void {
      const { shared, own } = getOrAdd(groups, group, openGroup<E>);
      const { byName } = isShared ? shared : own;
      const entries = getOrAdd(byName, line, () => ({
        first: [],
        rest: [],
        firstInRow: 0,
        turns: turns?.of(line) ?? 0,
      }));
      (isFirst ? entries.first : entries.rest).push(entry);
      size++;
      if (size > 2 * fewest + fewEntries) dropGone();
    },
    take(): E | undefined {
      for (const [name, group] of groups) {
        // Whoever had a turn goes to the end of the ring.
        groups.delete(name);
        const entry = takeOfGroup(group, turns, isGone);
        if (!isEmpty(group)) groups.set(name, group);
        if (entry !== undefined) {
          shrink();
          return entry;
        }
      }
      return undefined;
    },
    groups: () => groups.size,
    count({ group, line, isShared = false }: Place): number {
      return countOf(linesOf(groups.get(group), isShared)?.byName.get(line));
    },
    /** Counts in the shared lines of a group, or in those of its accounts. */
    countAll({ group }: Place, isShared: boolean): number {
      return countAll(linesOf(groups.get(group), isShared));
    },
    /**
     * The longest line of the group that waits with most, and with how many that group waits: one of its shared lines,
     * or of its accounts', whichever are more; of lines equally long the one with the most turns lately, else the
     * newest.
     */
    longest(): { place: Place | undefined; count: number } {
      let most = { name: "" as Place["group"], group: undefined as Group<E> | undefined, count: 0 };
      for (const [name, group] of groups) {
        const count = countAll(group.shared) + countAll(group.own);
        if (count > most.count) most = { name, group, count };
      }
      if (!most.group) return { place: undefined, count: 0 };
      const isShared = countAll(most.group.shared) >= countAll(most.group.own);
      return { place: { group: most.name, line: longestOf(most.group, isShared), isShared }, count: most.count };
    },
    takeLatest({ group, line, isShared = false }: Place): E | undefined {
      const byName = linesOf(groups.get(group), isShared)?.byName;
      const entries = byName?.get(line);
      const entry = entries?.rest.pop() ?? entries?.first.pop();
      if (entry !== undefined) shrink();
      if (countOf(entries) === 0) byName?.delete(line);
      return entry;
    },
    dropGone,
  };
}

const openLines = <E>(): Lines<E> => ({ byName: new Map(), fewestInRow: 0 });
const openGroup = <E>(): Group<E> => ({ shared: openLines(), own: openLines(), isSharedsTurn: true });
const isEmpty = ({ shared, own }: Group<unknown>) => shared.byName.size + own.byName.size === 0;
const linesOf = <E>(group: Group<E> | undefined, isShared: boolean) => (isShared ? group?.shared : group?.own);

function countAll(lines: Lines<unknown> | undefined): number {
  let count = 0;
  for (const line of lines?.byName.values() ?? []) count += countOf(line);
  return count;
}

function longestOf(group: Group<unknown>, isShared: boolean): string {
  let [longest, most, mostTurns] = ["", 0, 0];
  for (const [name, line] of linesOf(group, isShared)?.byName ?? []) {
    const count = countOf(line);
    if (count > most || (count === most && line.turns >= mostTurns))
      [longest, most, mostTurns] = [name, count, line.turns];
  }
  return longest;
}

function takeOfGroup<E>(group: Group<E>, turns: RecentTurns | undefined, isGone: IsGone<E>): E | undefined {
  const { shared, own, isSharedsTurn } = group;
  for (const lines of isSharedsTurn ? [shared, own] : [own, shared]) {
    const entry = takeOfLines(lines, turns, isGone);
    if (entry === undefined) continue;
    group.isSharedsTurn = lines !== shared;
    return entry;
  }
  return undefined;
}

function takeOfLines<E>(lines: Lines<E>, turns: RecentTurns | undefined, isGone: IsGone<E>): E | undefined {
  const { byName } = lines;
  const isOldestsTurn = !turns || lines.fewestInRow >= maxFewestInRow;
  while (byName.size > 0) {
    const [name, line] = isOldestsTurn ? firstOf(byName) : withFewestTurns(byName);
    byName.delete(name);
    const entry = takeOfLine(line, isGone);
    // A line of those who are gone has no turn.
    if (entry === undefined) continue;
    lines.fewestInRow = isOldestsTurn ? 0 : lines.fewestInRow + 1;
    if (turns) line.turns = turns.add(name);
    if (countOf(line) > 0) byName.set(name, line);
    return entry;
  }
  return undefined;
}

function firstOf<E>(byName: Lines<E>["byName"]): [string, Line<E>] {
  return byName.entries().next().value as [string, Line<E>];
}

function withFewestTurns<E>(byName: Lines<E>["byName"]): [string, Line<E>] {
  let fewest = firstOf(byName);
  for (const entry of byName) {
    if (fewest[1].turns === 0) break;
    if (entry[1].turns < fewest[1].turns) fewest = entry;
  }
  return fewest;
}

function takeOfLine<E>(line: Line<E>, isGone: IsGone<E>): E | undefined {
  for (const entries of [line.first, line.rest]) while (entries[0] !== undefined && isGone(entries[0])) entries.shift();
  const isRestsTurn = line.rest.length > 0 && line.firstInRow >= maxFirstInRow;
  if (isRestsTurn || line.first.length === 0) {
    line.firstInRow = 0;
    return line.rest.shift();
  }
  line.firstInRow++;
  return line.first.shift();
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, add: () => Value): Value {
  const value = map.get(key) ?? add();
  map.set(key, value);
  return value;
}

export type Ring<E> = ReturnType<typeof openRing<E>>;

const countOf = (line: Line<unknown> | undefined) => (line ? line.first.length + line.rest.length : 0);
