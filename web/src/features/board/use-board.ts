import { api, type Board, type BoardGame } from "@saha/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { queryOf, Refusal } from "../../api.ts";
import { putPast } from "../../ask-past.ts";
import { serverNow } from "../../server-clock.ts";
import { type Call, renewCalls } from "./calls.ts";
import { listenToBoard } from "./listen.ts";
import { announce } from "./sound.ts";

/** Milliseconds: news brings the numbers, this what no news tells, such as another theme. */
const renewEvery = 60_000;
const retryEvery = 5000;

/** A booth's board as it is now: kept up by news, fetched again when the connection is back (rules §7). */
export function useBoard(boothId: number) {
  const queries = useQueryClient();
  const request = { params: { boothId: String(boothId) } };
  const query = useQuery({
    ...queryOf(api.boards.get, request),
    refetchInterval: ({ state }) => (state.status === "error" ? retryEvery : renewEvery),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: "always",
  });
  const [lostAt, setLostAt] = useState<number | null>(null);
  useEffect(() => {
    const { queryKey } = queryOf(api.boards.get, { params: { boothId: String(boothId) } });
    return listenToBoard(boothId, {
      changed: (game) => {
        putPast(queries, queryKey, () => queries.setQueryData(queryKey, (board) => board && withGame(board, game)));
      },
      connected: () => {
        setLostAt(null);
        void queries.invalidateQueries({ queryKey });
      },
      lost: () => setLostAt((now) => now ?? serverNow()),
      gone: () => {
        // Once it is known, the query asks again by itself.
        if (queries.getQueryState(queryKey)?.status === "success") void queries.invalidateQueries({ queryKey });
      },
    });
  }, [queries, boothId]);

  const isGone = query.error instanceof Refusal && query.error.code !== null && query.error.status === 404;
  const board = isGone ? undefined : query.data;
  return { board, isGone, error: query.error, refetch: query.refetch, lostAt, calls: useCalls(board?.games) };
}

/** Who is called, the newest first; a call that comes while the board is open is announced. */
function useCalls(games: readonly BoardGame[] | undefined): readonly Call[] {
  const known = useRef<Call[] | null>(null);
  const [calls, setCalls] = useState<readonly Call[]>([]);
  useEffect(() => {
    if (!games) return;
    const next = renewCalls(known.current ?? [], games);
    const isFirst = known.current === null;
    known.current = next.calls;
    setCalls(next.calls);
    if (!isFirst) for (const call of next.fresh) announce(call);
  }, [games]);
  return calls;
}

function withGame(board: Board, game: BoardGame): Board {
  const isKnown = board.games.some(({ id }) => id === game.id);
  return {
    ...board,
    games: isKnown ? board.games.map((one) => (one.id === game.id ? game : one)) : [...board.games, game],
  };
}
