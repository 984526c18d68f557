import { api } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { queryOf } from "../api.ts";
import { gameNameOf, useGameMarks } from "./game-names.tsx";

const booths = [
  { id: 7, name: "Lights" },
  { id: 8, name: "Stars" },
  { id: 9, name: "Stars " },
];

function namesOf(games: { id: number; name: string; boothId: number; shortName: string }[], known = booths): string[] {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(queryOf(api.booths.list).queryKey, known as never);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const mark = renderHook(() => useGameMarks(games), { wrapper }).result.current;
  return games.map((game) => gameNameOf(mark ? mark(game) : game));
}

const quiz = (id: number, boothId: number, name = "Quiz", shortName = "Q") => ({ id, name, boothId, shortName });

test("a game with a name of its own bears it alone", () => {
  expect(namesOf([quiz(1, 7), quiz(2, 8, "Riddle")])).toEqual(["Quiz", "Riddle"]);
});

test("namesakes at two booths bear the booth", () => {
  expect(namesOf([quiz(1, 7), quiz(2, 8, "Quiz "), quiz(3, 8, "Riddle")])).toEqual([
    "Quiz · Lights",
    "Quiz  · Stars",
    "Riddle",
  ]);
});

test("namesakes at one booth, or at booths of one name, bear the short name, and their ids where that is one", () => {
  expect(namesOf([quiz(1, 7, "Quiz", "Q1"), quiz(2, 7, "Quiz", "Q2")])).toEqual(["Quiz · Q1", "Quiz · Q2"]);
  expect(namesOf([quiz(1, 7), quiz(2, 7)])).toEqual(["Quiz · Q (1)", "Quiz · Q (2)"]);
  expect(namesOf([quiz(1, 7, "Quiz", "A"), quiz(2, 8), quiz(3, 9), quiz(4, 7, "Quiz", "B")])).toEqual([
    "Quiz · Lights A",
    "Quiz · Stars Q (2)",
    "Quiz · Stars Q (3)",
    "Quiz · Lights B",
  ]);
});

test("namesakes whose booths are not known, as their list was lost, are told by less", () => {
  expect(namesOf([quiz(1, 7, "Quiz", "A"), quiz(2, 8, "Quiz", "B")], [])).toEqual(["Quiz · A", "Quiz · B"]);
});
