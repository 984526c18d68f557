import type { BoardGame } from "@saha/contract";
import type { CSSProperties } from "react";

/** A number that is called to the booth; the short name of its game always stands before it (rules §5). */
export type Call = { gameId: number; shortName: string; number: number };

/**
 * The calls of all games: those known before keep their order, new ones stand first, the newest of them at the very
 * front.
 */
export function renewCalls(before: readonly Call[], games: readonly BoardGame[]): { calls: Call[]; fresh: Call[] } {
  const now = games.flatMap(({ id, shortName, called }) =>
    called.map((number): Call => ({ gameId: id, shortName, number })),
  );
  const isSame = (a: Call) => (b: Call) => a.gameId === b.gameId && a.number === b.number;
  const kept = before.flatMap((call) => now.find(isSame(call)) ?? []);
  const fresh = now.filter((call) => !before.some(isSame(call)));
  return { calls: [...[...fresh].reverse(), ...kept], fresh };
}

export function numberText(number: number): string {
  return String(number).padStart(3, "0");
}

/** Makes numbers of more than three digits as wide as those of three: a game's numbers count up for the whole event. */
export function fit(numbers: readonly number[]): CSSProperties {
  const digits = Math.max(3, ...numbers.slice(0, 2).map((number) => String(number).length));
  return { "--fit": 3 / digits } as CSSProperties;
}

/** Whether a game's name needs smaller letters to stand on one line; Latin ones are wider. */
export function isLong(name: string): boolean {
  return name.length > (/[a-z]/i.test(name) ? 7 : 10);
}
