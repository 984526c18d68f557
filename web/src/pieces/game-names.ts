import { api } from "@saha/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { queryOf } from "../api.ts";

type Named = { id: number; name: string; boothId: number };

/** A page shows several blanks as one. */
const shown = ({ name }: Named) => name.trim().replace(/\s+/g, " ");

/**
 * Tells games of one name at several booths apart, as one that many play is at: gives what adds the booth to such a
 * game's name; null where each has a name of its own, and as long as the booths are not known.
 */
export function useBoothInName(games: readonly Named[] | undefined): (<Game extends Named>(game: Game) => Game) | null {
  const shared = useMemo(() => {
    const boothsOf = new Map<string, Set<number>>();
    for (const game of games ?? []) {
      const booths = boothsOf.get(shown(game)) ?? new Set();
      boothsOf.set(shown(game), booths.add(game.boothId));
    }
    return new Set([...boothsOf].filter(([, booths]) => booths.size > 1).map(([name]) => name));
  }, [games]);
  const { data: booths } = useQuery({ ...queryOf(api.booths.list), enabled: shared.size > 0 });
  return useMemo(() => {
    if (shared.size === 0 || !booths) return null;
    const nameOf = new Map(booths.map(({ id, name }) => [id, name]));
    return (game) => {
      const booth = shared.has(shown(game)) && nameOf.get(game.boothId);
      return booth ? { ...game, name: `${game.name} · ${booth}` } : game;
    };
  }, [shared, booths]);
}
