import { api } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keyOf } from "../../api.ts";

vi.mock(import("@tanstack/react-router"), async (original) => ({
  ...(await original()),
  useParams: () => ({ boothId: "1" }) as never,
}));
vi.mock("../../session.ts", () => ({ useMember: () => ({ id: 5 }) }));
vi.mock("../../pieces/line/use-places.ts", () => ({ usePlaces: () => ({ places: [], isSettled: true }) }));
vi.mock("../../pieces/line/use-palettes.ts", () => ({ usePalettes: () => () => null }));
vi.mock("./booth-head.tsx", () => ({ BoothHead: () => null }));
vi.mock("./game-row.tsx", () => ({ GameRow: ({ game }: { game: { name: string } }) => <p>{game.name}</p> }));
vi.mock("./own-places.tsx", () => ({ OwnPlaces: () => null }));
vi.mock("./platform-filter.tsx", () => ({ PlatformFilter: () => null }));
vi.mock("../../ui/theme/theme-scope.tsx", () => ({ ThemeScope: ({ children }: { children: unknown }) => children }));
vi.resetModules();
const { UserBooth } = await import("./user-booth.tsx");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const game = (id: number, isActive = true) => ({ id, name: `game ${id}`, platformId: 1, isActive, waiting: 0 });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const params = { id: "1" };
const gamesKey = keyOf(api.booths.games, { params });

function show(games: object[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(keyOf(api.booths.get, { params }), { id: 1, name: "booth" });
  client.setQueryData(gamesKey, games);
  client.setQueryData(keyOf(api.scores.ofBooth, { params: { id: "5", boothId: "1" } }), {});
  for (const list of [api.polls.list, api.platforms.list, api.boothThemes.list]) client.setQueryData(keyOf(list), []);
  const { container } = render(
    <QueryClientProvider client={client}>
      <UserBooth />
    </QueryClientProvider>,
  );
  const names = () => [...container.querySelectorAll("li")].map(({ textContent }) => textContent);
  return { client, container, names };
}

test("two stations of one game bear their short names, as the board has them", () => {
  const station = (id: number, shortName: string) => ({ ...game(id), name: "Quiz", shortName });
  const { names } = show([station(1, "Q1"), game(2), station(3, "Q2")]);
  expect(names()).toEqual(["Quiz · Q1", "game 2", "Quiz · Q2"]);
});

test("a booth takes no press in the half second after a game has gone or come, and moved the others", async () => {
  const { client, container, names } = show([game(1), game(2)]);
  const rests = () => container.querySelector("[data-rests]") !== null;
  expect([names(), rests()]).toEqual([["game 1", "game 2"], false]);
  for (const [games, shown] of [
    [[game(1, false), game(2)], ["game 2"]],
    [
      [game(1), game(2)],
      ["game 1", "game 2"],
    ],
  ] as const) {
    act(() => void client.setQueryData(gamesKey, games));
    await pass(0);
    expect([names(), rests()]).toEqual([shown, true]);
    await pass(500);
    expect(rests()).toBe(false);
  }
});
