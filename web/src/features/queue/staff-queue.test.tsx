import { MantineProvider } from "@mantine/core";
import { api, type QueueEntry, Role, type User } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryOf } from "../../api.ts";
import { setLanguage } from "../../text/language.ts";
import { dropTokens, keepTokens } from "../../tokens.ts";
import { StaffQueue } from "./staff-queue.tsx";

const at = "2026-11-22T12:00:00.000Z";
const entry = (id: number, username: string, more: Partial<QueueEntry> = {}): QueueEntry => ({
  id,
  gameId: 1,
  game: { id: 1, name: "Tekken", platformId: 1, boothId: 1 },
  userId: id,
  user: { id, username, name: null, avatar: null },
  number: id,
  isPlaying: false,
  isFinished: false,
  state: "waiting",
  calledAt: null,
  callExpiresAt: null,
  enteredAt: null,
  answer: null,
  playingElsewhere: false,
  createdAt: at,
  ...more,
});
const [anna, bilal, carim] = [entry(1, "anna"), entry(2, "bilal"), entry(3, "carim")];
const called = { ...anna, state: "called" as const, calledAt: at, callExpiresAt: "2036-11-22T12:03:00.000Z" };
const user = { id: 9, roleId: Role.GameAdmin, username: "games" } as User;
const { queryKey } = queryOf(api.queue.list);

let queries: QueryClient;
let sent: string[];
let answer: (data: unknown) => void;
/** What the socket brings. */
const hear = (...rows: QueueEntry[]) => void queries.setQueryData(queryKey, rows);
const button = (name: string) => screen.getByRole("button", { name });
const tap = (name: RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const rested = () => vi.waitFor(() => expect(document.querySelector("[data-resting]")).toBeNull());

beforeEach(async () => {
  setLanguage("en");
  keepTokens({ access: "a", refresh: "r" });
  sent = [];
  // A phone.
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal("scrollTo", () => {});
  vi.stubGlobal("fetch", (url: string, { body }: RequestInit) => {
    sent.push(`${url} ${body}`);
    const { promise, resolve } = Promise.withResolvers<Response>();
    answer = (data) => resolve(new Response(JSON.stringify({ data })));
    return promise;
  });
  queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } });
  queries.setQueryData(queryKey, [anna, bilal, carim]);
  queries.setQueryData(queryOf(api.games.list).queryKey, [anna.game] as never);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <StaffQueue user={user} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole("button", { name: "Call 001" });
  await rested();
});
afterEach(() => {
  dropTokens();
  vi.unstubAllGlobals();
});

test("the large button that has just become another one takes no press, nor a key that is held down", async () => {
  expect(fireEvent.keyDown(button("Call 001"), { key: "Enter", repeat: true })).toBe(false);
  hear(bilal, carim);
  fireEvent.click(await screen.findByRole("button", { name: "Call 002" }));
  expect(sent).toEqual([]);
  await rested();
  fireEvent.click(button("Call 002"));
  await vi.waitFor(() => expect(sent).toEqual(['/api/queue/trigger-call {"queueId":2}']));
});

test.each([
  ["who was pressed for stays in hand", null, "Enter 001"],
  ["whom staff tapped meanwhile stays in hand", /bilal/, "Call 002"],
])("when an answer comes, %s", async (_what, tapped, next) => {
  fireEvent.click(button("Call 001"));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  // Who has come is dealt with first, where nobody was chosen.
  hear(anna, bilal, { ...carim, state: "entered" });
  await screen.findByRole("button", { name: "Playing 003" });
  if (tapped) tap(tapped);
  await act(async () => answer(called));
  await vi.waitFor(() => expect(queries.getQueryData<QueueEntry[]>(queryKey)).toContainEqual(called));
  await rested();
  expect(document.querySelector("[data-main]")?.textContent).toBe(next);
});

test("the answer to a removal whose question was closed leaves the next question open", async () => {
  const ask = (number: string) => {
    fireEvent.click(button(`More steps for number ${number}`));
    fireEvent.click(button("Delete"));
  };
  const question = () => screen.findByRole("dialog");
  ask("001");
  fireEvent.click(within(await question()).getByRole("button", { name: "Delete" }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  fireEvent.click(within(await question()).getByRole("button", { name: "Close dialog" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  tap(/bilal/);
  ask("002");
  await act(async () => answer({ id: 1 }));
  await vi.waitFor(() => expect(queries.getQueryData<QueueEntry[]>(queryKey)).toHaveLength(2));
  expect((await question()).textContent).toContain("bilal");
});

test("a tap rests after the large button has changed, also there and back", async () => {
  const playing: QueueEntry = { ...anna, state: "playing", isPlaying: true };
  const carims = { ...carim, state: "called" as const, calledAt: at, callExpiresAt: called.callExpiresAt };
  hear(playing);
  await screen.findByRole("button", { name: "Win 001" });
  await rested();
  hear(playing, carims);
  await screen.findByRole("button", { name: "Enter 003" });
  hear(playing, { ...carims, state: "held" });
  await screen.findByRole("button", { name: "Win 001" });
  const wins = () => sent.filter((one) => one.includes("/score/winner")).length;
  tap(/^Win 001/);
  expect(wins()).toBe(0);
  await rested();
  tap(/^Win 001/);
  expect(wins()).toBe(1);
});

test("the large button of a dock that has come anew, with another booth's line, takes no press at first", async () => {
  void queries.resetQueries({ queryKey });
  await vi.waitFor(() => expect(document.querySelector("[data-dock]")).toBeNull());
  await act(async () => answer([bilal]));
  await screen.findByRole("button", { name: "Call 002" });
  const calls = () => sent.filter((one) => one.includes("/trigger-call")).length;
  tap(/^Call 002/);
  expect(calls()).toBe(0);
  await rested();
  tap(/^Call 002/);
  expect(calls()).toBe(1);
});

test("Undo takes no press at first where the last player's Win stood", async () => {
  hear({ ...anna, state: "playing", isPlaying: true });
  await screen.findByRole("button", { name: "Win 001" });
  await rested();
  tap(/^Win 001/);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await act(async () => answer({ score: 10, change: 10 }));
  const undo = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Undo/ });
  await vi.waitFor(() => expect(document.querySelector("[data-dock][data-empty]")).not.toBeNull());
  expect(undo().disabled).toBe(true);
  await vi.waitFor(() => expect(undo().disabled).toBe(false));
});

test("the line of a game with a namesake at another booth names its booth, also where that line is empty", async () => {
  queries.setQueryData(queryOf(api.booths.list).queryKey, [
    { id: 1, name: "Lights" },
    { id: 2, name: "Stars" },
  ] as never);
  queries.setQueryData(queryOf(api.games.list).queryKey, [anna.game, { ...anna.game, id: 2, boothId: 2 }] as never);
  const chips = () => [...document.querySelectorAll("fieldset bdi")].map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(chips()).toContain("Tekken · Lights"));
});

test("two lines of one name are told apart while the list of games is lost", async () => {
  queries.setQueryData(queryOf(api.booths.list).queryKey, [] as never);
  queries.setQueryData(queryOf(api.games.list).queryKey, [] as never);
  hear(anna, { ...bilal, gameId: 2, game: { ...bilal.game, id: 2 } });
  const chips = () => [...document.querySelectorAll("fieldset bdi")].map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(chips()).toEqual(expect.arrayContaining(["Tekken · (1)", "Tekken · (2)"])));
});
