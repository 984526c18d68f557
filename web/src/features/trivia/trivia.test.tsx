import { api, Platform, Role, type User } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { keyOf } from "../../api.ts";

vi.mock("./player-card.tsx", () => ({
  PlayerCard: ({ game }: { game?: { name: string } }) => <p>{game ? `for ${game.name}` : "for none"}</p>,
}));
vi.mock("./give-points.tsx", () => ({ GivePoints: () => null }));
vi.resetModules();
const { Trivia } = await import("./trivia.tsx");

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

test("another game that comes in the place of the only one is not chosen: what was typed was for that one", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const show = (...names: string[]) =>
    client.setQueryData(
      keyOf(api.games.list),
      names.map((name) => ({ id: name.length, name, platformId: Platform.SuperTrivia })),
    );
  show("one");
  render(
    <QueryClientProvider client={client}>
      <Trivia user={{ id: 5, roleId: Role.SuperTriviaAdmin } as User} />
    </QueryClientProvider>,
  );
  const shown = () => screen.getByText(/^for /).textContent;
  expect(shown()).toBe("for one");
  show("other");
  await waitFor(() => expect(shown()).toBe("for none"));
  show("one", "other");
  await waitFor(() => expect(shown()).toBe("for one"));
});

test("of games of one name at two booths each says its booth, and no other does", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const game = (id: number, name: string, boothId: number) => ({ id, name, boothId, platformId: Platform.SuperTrivia });
  client.setQueryData(keyOf(api.games.list), [game(1, "Quiz", 7), game(2, "Quiz ", 8), game(3, "Riddle", 8)]);
  client.setQueryData(keyOf(api.booths.list), [
    { id: 7, name: "Lights" },
    { id: 8, name: "Stars" },
  ]);
  render(
    <QueryClientProvider client={client}>
      <Trivia user={{ id: 5, roleId: Role.SuperTriviaAdmin } as User} />
    </QueryClientProvider>,
  );
  const options = screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(options.slice(1)).toEqual(["Quiz · Lights", "Quiz  · Stars", "Riddle"]);
  // Closed, the choice may be too narrow for the whole.
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "2" } });
  expect(await screen.findByText("Stars")).toBeTruthy();
});
