import { MantineProvider } from "@mantine/core";
import { type Game, Platform } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { m } from "../../text/compiled/messages.js";
import { setLanguage } from "../../text/language.ts";
import { keepTokens } from "../../tokens.ts";
import type { Draft } from "./draft.ts";
import { GivePoints } from "./give-points.tsx";
import { useUnderWay } from "./under-way.ts";

const toast = vi.hoisted(() => vi.fn(async (_: { title?: string; message?: string }) => {}));
vi.mock("../../ui/toast/toast.ts", () => ({ toast }));

const trivia = { id: 3, name: "Anime", platformId: Platform.Trivia, winPoints: 20 } as Game;
const quest: Game = { ...trivia, platformId: Platform.Quest };

/** What the server has given under each key, and the keys in the order of their coming; the first answer is lost. */
let given: Map<string, number>;
let keys: string[];
const score = () => [...given.values()].reduce((sum, points) => sum + points, 0);

beforeEach(() => {
  setLanguage("en");
  given = new Map();
  keys = [];
  vi.stubGlobal("fetch", async (url: string, { headers, body }: RequestInit) => {
    if (url.includes("/profile/")) return Response.json({ data: { id: 7, username: "noura", name: "" } });
    if (!url.includes("/trivia/")) return Response.json({ data: { score: score() } });
    const key = (headers as Record<string, string>)["idempotency-key"] ?? "";
    given.set(key, (JSON.parse(String(body)) as { score: number }).score);
    keys.push(key);
    if (keys.length === 1) throw new TypeError("Failed to fetch");
    return Response.json({ data: { score: score() } });
  });
  keepTokens({ access: "a", refresh: "r" });
});
afterEach(() => sessionStorage.clear());

/** Whether the camera, under which nobody would see what became of points, waits for them. */
let isUnderWay: boolean;

function Form({ game, typed }: { game: Game; typed: string }) {
  const start: Draft = { gameId: 3, playerId: 7, typedId: "", points: typed, isTaking: false };
  const [draft, setDraft] = useState(start);
  isUnderWay = useUnderWay(11);
  if (draft.playerId === null) return "the next player";
  return (
    <GivePoints
      game={game}
      playerId={7}
      userId={11}
      draft={draft}
      onChange={(part) => setDraft((now) => ({ ...now, ...part }))}
      onGiven={() => setDraft((now) => ({ ...now, points: "", isTaking: false }))}
    />
  );
}
/** Opens the form of a player, as after a reload or another scan. */
async function openForm(game: Game, typed: string) {
  cleanup();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Form game={game} typed={typed} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return screen.findByRole("button", { name: m.trivia_do_add({ count: Number(typed) }) });
}

test.each([
  ["typed", trivia, "15"],
  // The player has some: from this press or from a colleague.
  ["a game's own", quest, "20"],
])("points whose answer was lost count once on the next form of the player: %s", async (_, game, points) => {
  fireEvent.click(await openForm(game, points));
  await screen.findByText(m.trivia_undecided());
  // Another player may stand here by now, to whom they would be given again.
  expect(toast.mock.lastCall?.[0].title).toBe("noura");
  const again = await openForm(game, points);
  expect(screen.getByRole("alert").textContent).toBe(m.trivia_undecided());
  fireEvent.click(again);
  if (game === quest) fireEvent.click(await screen.findByRole("button", { name: m.trivia_again_yes() }));
  await screen.findByText(m.trivia_done({ name: "noura", score: points }));
  expect([keys.length, score()]).toEqual([2, Number(points)]);
});

test("other points are another press, and it is said that the first ones may count as well", async () => {
  fireEvent.click(await openForm(trivia, "15"));
  await screen.findByText(m.trivia_undecided());
  const other = await openForm(trivia, "5");
  expect(screen.getByRole("alert").textContent).toBe(
    m.trivia_other_undecided({ press: m.trivia_do_add({ count: 15 }) }),
  );
  fireEvent.click(other);
  await screen.findByText(m.trivia_done({ name: "noura", score: "20" }));
  expect(new Set(keys).size).toBe(2);
});

test("points rest while they are on their way, for others would count beside them", async () => {
  let answer = () => {};
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (url.includes("/trivia/")) await new Promise<void>((come) => (answer = come));
    return fetch(url, init);
  });
  keys.push("no answer is lost");
  const button = await openForm(trivia, "15");
  fireEvent.click(button);
  const points = screen.getByLabelText<HTMLInputElement>(m.trivia_points());
  expect(points.readOnly).toBe(true);
  expect(isUnderWay).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: m.trivia_clear() }));
  fireEvent.click(screen.getByRole("button", { name: m.trivia_take() }));
  expect(button.textContent).toBe(m.trivia_do_add({ count: 15 }));
  expect(screen.queryByRole("alert")).toBeNull();
  answer();
  await screen.findByText(m.trivia_done({ name: "noura", score: "15" }));
  await vi.waitFor(() => expect(isUnderWay).toBe(false));
  expect([keys.length, score()]).toEqual([2, 15]);
});

test("what a hand scanner types after the points is not given to the same player", async () => {
  fireEvent.click(await openForm(trivia, "15"));
  await screen.findByText(m.trivia_undecided());
  fireEvent.click(await openForm(trivia, "15"));
  await screen.findByText(m.trivia_done({ name: "noura", score: "15" }));
  const points = screen.getByLabelText<HTMLInputElement>(m.trivia_points());
  expect(points.readOnly).toBe(true);
  fireEvent.submit(points);
  // A sign begins the next points of the same player.
  fireEvent.click(screen.getByRole("button", { name: m.trivia_add() }));
  expect(points.readOnly).toBe(false);
  expect([keys.length, score()]).toEqual([2, 15]);
});

test("the second half of a double tap leaves the word that points were given", async () => {
  keys.push("no answer is lost");
  fireEvent.click(await openForm(trivia, "15"));
  const given = m.trivia_done({ name: "noura", score: "15" });
  await screen.findByText(given);
  const next = screen.getByRole("button", { name: m.trivia_next() });
  fireEvent.click(next);
  expect(screen.queryByText(given)).not.toBeNull();
  await vi.waitFor(() => expect(next.hasAttribute("data-resting")).toBe(false));
  fireEvent.click(next);
  await screen.findByText("the next player");
});

test("a game's own points are not given while nobody knows whether the player has them already", async () => {
  const give = await openForm(quest, "20");
  await screen.findByText(/20/, { selector: "p" }).catch(() => undefined);
  const answering = globalThis.fetch;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (init.method === "POST" || init.method === "PUT" || url.includes("/profile/")) return answering(url, init);
    throw new TypeError("Failed to fetch");
  });
  fireEvent.click(give);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([keys.length, screen.queryByRole("dialog")]).toEqual([0, null]);
  vi.stubGlobal("fetch", answering);
  fireEvent.click(give);
  await vi.waitFor(() => expect(keys).toHaveLength(1));
});

test("a game's own points are not given by a form that was left before its question could be asked", async () => {
  keys.push("no answer is lost");
  const { fetch } = globalThis;
  let answer = () => {};
  const give = await openForm(quest, "20");
  await vi.waitFor(() => expect(screen.getByRole("button", { name: m.trivia_do_add({ count: 20 }) })).toBe(give));
  given.set("a colleague's", 20);
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (!url.includes("/profile/") && !url.includes("/trivia/")) await new Promise<void>((come) => (answer = come));
    return fetch(url, init);
  });
  fireEvent.click(give);
  expect([give.getAttribute("aria-busy"), isUnderWay]).toEqual(["true", true]);
  cleanup();
  answer();
  await vi.waitFor(() => expect(toast).toHaveBeenLastCalledWith(expect.objectContaining({ title: "noura" })));
  expect(toast.mock.lastCall?.[0].message).toBe(m.trivia_left_first());
  expect([keys.length, score()]).toEqual([1, 20]);
});
