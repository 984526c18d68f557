import { api, type Game } from "@saha/contract";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../api.ts";

/** What a player has in a game; nothing is asked before a game is picked. */
export function useScore(userId: number, game: Pick<Game, "id"> | undefined) {
  const request = { params: { userId: String(userId), gameId: String(game?.id ?? 0) } };
  return useQuery({ ...queryOf(api.scores.get, request), enabled: game !== undefined });
}
