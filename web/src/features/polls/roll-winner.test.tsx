import { MantineProvider } from "@mantine/core";
import { type Poll, Role, type User } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setUser } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { momentText } from "../../text/format.ts";
import { setLanguage } from "../../text/language.ts";
import { keepTokens } from "../../tokens.ts";
import { lastWinnerOf, RollWinner } from "./roll-winner.tsx";

vi.mock(import("../../ui/press/press.tsx"), async (original) => ({
  ...(await original()),
  // There is no router here.
  PressLink: (() => null) as never,
}));

const at = "2026-11-22T12:00:00.000Z";
const poll: Poll = {
  id: 1,
  boothId: 7,
  name: "Chair",
  secondary: "",
  renderTime: 0,
  entries: 3,
  entriesLeft: 2,
  joined: false,
  entryLeft: null,
  lastWinner: "noura",
  lastWonAt: at,
  spinningUntil: null,
  createdAt: at,
  updatedAt: at,
};
const later: Poll = {
  ...poll,
  id: 2,
  name: "Headset",
  entriesLeft: 0,
  lastWinner: "fahad",
  lastWonAt: "2026-11-22T12:05:00.000Z",
};
const drawn = { drawId: 5, winnerId: 3, winner: "fahad", entries: 2, at, endsAt: at };

/** The giveaway and key of each roll that was sent; the first one's answer is lost. */
let rolls: { pollId: number; lastWonAt: string | null; key: string }[];
/** The giveaways that the server lists. */
let shown: Poll[];

beforeEach(() => {
  setLanguage("en");
  rolls = [];
  shown = [poll, later];
  vi.stubGlobal("fetch", async (url: string, { headers, body }: RequestInit) => {
    if (!url.endsWith("/poll-roll")) return Response.json({ data: shown });
    const { pollId, lastWonAt } = JSON.parse(String(body)) as { pollId: number; lastWonAt: string | null };
    rolls.push({ pollId, lastWonAt, key: (headers as Record<string, string>)["idempotency-key"] ?? "" });
    if (rolls.length === 1) throw new TypeError("Failed to fetch");
    return Response.json({ data: { ...drawn, pollId } });
  });
  keepTokens({ access: "a", refresh: "r" });
  setUser({ id: 11, username: "booth", roleId: Role.BoothAdmin } as User);
});
afterEach(() => {
  sessionStorage.clear();
  setUser(null);
});

/** Opens the queue's screen and the dialog on it, as after a reload. */
async function openDialog() {
  cleanup();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RollWinner boothId={7} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: m.roll_button() }));
  await screen.findByRole("dialog");
}
const choose = (name: string) => fireEvent.click(screen.getByRole("radio", { name }));
const roll = () => fireEvent.click(screen.getAllByRole("button", { name: m.roll_button() }).at(-1) as HTMLElement);

test("the last winner is that of the latest draw, of whichever giveaway", () => {
  expect(lastWinnerOf([poll, later])).toBe("fahad");
  expect(lastWinnerOf([later, poll])).toBe("fahad");
  expect(lastWinnerOf([{ lastWinner: null, lastWonAt: null }, poll])).toBe("noura");
  expect(lastWinnerOf([{ lastWinner: null, lastWonAt: null }])).toBeNull();
});

test("the dialog says from how many is drawn, not how many have joined", async () => {
  await openDialog();
  choose("Chair");
  await screen.findByText(m.roll_text({ poll: "Chair", count: 2 }));
  choose("Headset");
  await screen.findByText(m.roll_nobody({ poll: "Headset" }));
});

test("of several giveaways none is drawn before it is chosen; an only one is", async () => {
  await openDialog();
  await screen.findByText(m.roll_choose());
  roll();
  choose("Headset");
  roll();
  await vi.waitFor(() => expect(rolls.map(({ pollId }) => pollId)).toEqual([2]));
  shown = [{ ...poll, lastWonAt: later.lastWonAt }];
  await openDialog();
  await screen.findByText(m.roll_text({ poll: "Chair", count: 2 }));
});

test("a roll whose answer was lost is the same one in another dialog, and another giveaway's is another", async () => {
  await openDialog();
  choose("Chair");
  roll();
  await screen.findByText(m.roll_undecided({ poll: "Chair" }));
  choose("Headset");
  await screen.findByText(m.roll_nobody({ poll: "Headset" }));
  roll();
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await openDialog();
  await screen.findByText(m.roll_undecided({ poll: "Chair" }));
  roll();
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(rolls.map(({ pollId }) => pollId)).toEqual([1, 2, 1]);
  expect(rolls[2]?.key).toBe(rolls[0]?.key);
  expect(rolls[1]?.key).not.toBe(rolls[0]?.key);
  // It is decided now: the next one is a new draw.
  await openDialog();
  choose("Chair");
  await screen.findByText(m.roll_text({ poll: "Chair", count: 2 }));
});

test("a roll says which draw was the last when its question was asked, also when it is pressed again", async () => {
  await openDialog();
  choose("Chair");
  roll();
  await screen.findByText(m.roll_undecided({ poll: "Chair" }));
  shown = [{ ...poll, lastWonAt: later.lastWonAt, lastWinner: "somebody else" }];
  roll();
  await vi.waitFor(() => expect(rolls).toHaveLength(2));
  expect(rolls.map(({ lastWonAt }) => lastWonAt)).toEqual([at, at]);
  expect(rolls[1]?.key).toBe(rolls[0]?.key);
});

test("asked after a later draw it is another press, and the question names who won", async () => {
  await openDialog();
  choose("Chair");
  roll();
  await screen.findByText(m.roll_undecided({ poll: "Chair" }));
  shown = [{ ...poll, entriesLeft: 1, lastWonAt: later.lastWonAt, lastWinner: "sara" }];
  await openDialog();
  await screen.findByText(m.roll_text({ poll: "Chair", count: 1 }));
  expect(screen.getByRole("dialog").textContent).toContain(`${m.roll_last()}: sara`);
  roll();
  await vi.waitFor(() => expect(rolls[1]?.lastWonAt).toBe(later.lastWonAt));
  expect(rolls[1]?.key).not.toBe(rolls[0]?.key);
});

test("a giveaway that is deleted under the question is refused, and none is drawn in its place", async () => {
  await openDialog();
  choose("Headset");
  shown = [poll];
  fireEvent(window, new Event("visibilitychange"));
  await vi.waitFor(() => expect(screen.queryByRole("radio")).toBeNull());
  roll();
  await vi.waitFor(() => expect(rolls.map(({ pollId }) => pollId)).toEqual([2]));
});

test("a refused draw lets another giveaway be drawn in the same dialog", async () => {
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit) => {
    if (!url.endsWith("/poll-roll")) return Response.json({ data: shown });
    const { pollId } = JSON.parse(String(body)) as { pollId: number };
    if (pollId === 2) return Response.json({ data: { ...drawn, pollId } });
    return Response.json({ code: "poll.drawn", message: "drawn by a colleague" }, { status: 409 });
  });
  await openDialog();
  choose("Chair");
  roll();
  await screen.findByText("drawn by a colleague");
  choose("Headset");
  expect(screen.queryByText("drawn by a colleague")).toBeNull();
  roll();
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the last giveaway that is left, the others deleted under the question, can still be chosen", async () => {
  await openDialog();
  shown = [poll];
  fireEvent(window, new Event("visibilitychange"));
  await vi.waitFor(() => expect(screen.getAllByRole("radio")).toHaveLength(1));
  choose("Chair");
  await screen.findByText(m.roll_text({ poll: "Chair", count: 2 }));
});

test("no other giveaway is chosen while a draw is on its way", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", (url: string) =>
    url.endsWith("/poll-roll") ? promise : Promise.resolve(Response.json({ data: shown })),
  );
  await openDialog();
  choose("Chair");
  roll();
  const other = screen.getByRole<HTMLInputElement>("radio", { name: "Headset" });
  await vi.waitFor(() => expect(other.disabled).toBe(true));
  resolve(Response.json({ code: "poll.drawn", message: "drawn by a colleague" }, { status: 409 }));
  await screen.findByText("drawn by a colleague");
  expect(other.disabled).toBe(false);
});

test("of two giveaways of one name each says its second line and when it was made", async () => {
  shown = [poll, { ...later, name: "Chair ", secondary: "Friday", createdAt: "2026-11-23T15:30:00.000Z" }];
  await openDialog();
  expect(screen.getAllByRole("radio").map((radio) => radio.parentElement?.textContent)).toEqual([
    `Chair ${momentText(at)}`,
    `Chair  Friday · ${momentText("2026-11-23T15:30:00.000Z")}`,
  ]);
  shown = [poll, { ...later, name: "Chair" }];
  await openDialog();
  expect(screen.getAllByRole("radio").map((radio) => radio.parentElement?.textContent)).toEqual([
    `Chair ${momentText(at)} (1)`,
    `Chair ${momentText(at)} (2)`,
  ]);
});

test("the late answer to a roll whose dialog was closed leaves the next one open", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const lists = vi.fn(async () => Response.json({ data: [poll, later] }));
  vi.stubGlobal("fetch", (url: string) => (url.endsWith("/poll-roll") ? promise : lists()));
  await openDialog();
  choose("Chair");
  roll();
  fireEvent.click(screen.getByRole("button", { name: m.ui_confirm_close() }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: m.roll_button() }));
  await screen.findByRole("dialog");
  choose("Headset");
  lists.mockClear();
  resolve(Response.json({ data: { ...drawn, pollId: 1 } }));
  await vi.waitFor(() => expect(lists).toHaveBeenCalled());
  await new Promise((done) => setTimeout(done, 50));
  await screen.findByText(m.roll_nobody({ poll: "Headset" }));
});
