import { Platform, Role } from "@saha/contract";

/** The most points that one press can give or take (rules §5). */
const most = 1_000_000;

/**
 * Reads typed points: a whole number that is not negative, in digits of any script; null for anything else (spec §5).
 */
export function readPoints(typed: string): number | null {
  const digits = typed
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));
  if (!/^\d{1,7}$/.test(digits)) return null;
  return Number(digits) <= most ? Number(digits) : null;
}

/** The platforms whose games a role gives points in (spec §2). */
export function platformsOf(role: Role): readonly number[] {
  return role === Role.SuperTriviaAdmin ? [Platform.SuperTrivia] : [Platform.Trivia, Platform.Quest];
}

/**
 * Finds the game that was chosen; the only one where none was. Of a game that is there no more another is to be chosen:
 * points that were typed for it went to the one that was left.
 */
export function chosenOf<One extends { id: number }>(games: readonly One[], gameId: number | null): One | undefined {
  if (gameId !== null) return games.find(({ id }) => id === gameId);
  return games.length === 1 ? games[0] : undefined;
}
