import { MantineProvider } from "@mantine/core";
import type { QueueEntry } from "@saha/contract";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { setLanguage } from "../../text/language.ts";
import { GameChips } from "./game-chips.tsx";
import { gamesOf, grouped } from "./line.ts";
import { QueueTable } from "./queue-table.tsx";

function entry(id: number, username: string, game: string): QueueEntry {
  return {
    id,
    gameId: game.length,
    game: { id: game.length, name: game, platformId: 1, boothId: 1 },
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
    createdAt: "2026-11-22T12:00:00.000Z",
  };
}

const rows = [entry(7, "noura", "Tekken"), entry(8, "fahad", "FIFA")];

beforeEach(() => {
  setLanguage("en");
  // jsdom lays nothing out; the rows are drawn for what is in sight.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(1200);
});

const now = "2026-11-22T12:00:00.000Z";

function show(refetch = vi.fn(), press: (step: string, of: QueueEntry) => Promise<void> = async () => {}) {
  const { rerender } = render(drawn(rows, refetch, press));
  return { refetch, draw: (shown: QueueEntry[]) => rerender(drawn(shown, refetch, press)) };
}

function drawn(rows: QueueEntry[], refetch: () => void, press: (step: string, of: QueueEntry) => Promise<void>) {
  return (
    <MantineProvider env="test">
      <QueueTable
        title="Queue"
        query={{ data: rows, error: null, isFetching: false, refetch }}
        groups={grouped(rows)}
        steps={{ isBusy: () => false, press } as never}
        onRemove={() => {}}
        start={<GameChips games={gamesOf(rows, null)} total={rows.length} chosen={null} onChoose={() => {}} />}
      />
    </MantineProvider>
  );
}

describe("the line on a laptop", () => {
  it("has the six columns of the specification", () => {
    show();
    const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
    expect(heads).toEqual(["ID", "User Name", "Game", "Ticket Number", "Created", "Actions"]);
  });

  it("is searched by name and by number, and asked for again by a press", () => {
    const { refetch } = show();
    const search = screen.getByRole("searchbox");
    const names = () => rows.filter(({ user }) => screen.queryByText(user.username)).map(({ user }) => user.username);
    fireEvent.change(search, { target: { value: "008" } });
    expect(names()).toEqual(["fahad"]);
    fireEvent.change(search, { target: { value: "NOU" } });
    expect(names()).toEqual(["noura"]);
    fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it("takes no pointer for half a second on a row that has moved to where another one stood", () => {
    vi.useFakeTimers();
    const [anna, bilal, carim] = ["anna", "bilal", "carim"].map((name, at) => entry(at + 1, name, "Tekken"));
    const { draw } = show();
    const shown = (...line: (QueueEntry | undefined)[]) => draw(line.filter((one) => one !== undefined));
    const moved = () => [...document.querySelectorAll("[data-moved]")].map((row) => row.textContent?.slice(1, 6));
    const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
    shown(anna, bilal);
    pass(600);
    expect(moved()).toEqual([]);
    // Who comes last stands where nobody stood.
    shown(anna, bilal, carim);
    expect(moved()).toEqual([]);
    pass(600);
    shown(bilal, carim);
    expect(moved()).toEqual(["bilal", "carim"]);
    pass(300);
    // News that moves nobody prolongs nothing.
    shown(bilal && { ...bilal, answer: "here" }, carim);
    pass(300);
    expect(moved()).toEqual([]);
    vi.useRealTimers();
  });

  it("takes no pointer for half a second on any row when it comes anew, with the line of another booth", () => {
    vi.useFakeTimers();
    show();
    const resting = () => document.querySelectorAll("[data-moved]").length;
    expect(resting()).toBe(rows.length);
    act(() => vi.advanceTimersByTime(500));
    expect(resting()).toBe(0);
    vi.useRealTimers();
  });

  it("takes no pointer on any row that slides because one has left at the end of a line that is scrolled there", () => {
    vi.useFakeTimers();
    const many = Array.from({ length: 24 }, (_, at) => entry(at + 1, `player${at}`, "Tekken"));
    const { draw } = show();
    const [resting, drawnRows] = ["[data-moved]", "tr[data-index]"].map(
      (rows) => () => document.querySelectorAll(rows).length,
    );
    draw(many);
    act(() => vi.advanceTimersByTime(600));
    draw(many.slice(0, -1));
    // Whoever looks at the beginning sees nobody move.
    expect(resting?.()).toBe(0);
    draw(many);
    // In jsdom nothing has a width, and the rows are cards, which scroll with the page.
    const scrolled = vi.spyOn(window, "scrollY", "get").mockReturnValue(5_000);
    act(() => {
      fireEvent.scroll(window);
      vi.advanceTimersByTime(600);
    });
    draw(many.slice(0, -1));
    expect(resting?.()).toBeGreaterThan(5);
    expect(resting?.()).toBe(drawnRows?.());
    act(() => vi.advanceTimersByTime(600));
    expect(resting?.()).toBe(0);
    scrolled.mockRestore();
    vi.useRealTimers();
  });

  it("takes no Enter for half a second on a row whose next step a colleague has just taken", () => {
    vi.useFakeTimers();
    const called: QueueEntry = { ...entry(1, "anna", "Tekken"), state: "entered", calledAt: now, enteredAt: now };
    const press = vi.fn(async () => {});
    const { draw } = show(vi.fn(), press);
    draw([called]);
    act(() => vi.advanceTimersByTime(600));
    const enter = () => fireEvent.keyDown(screen.getByText("anna").closest("tr") as HTMLElement, { key: "Enter" });
    enter();
    expect(press.mock.calls).toEqual([["play", called]]);
    const playing: QueueEntry = { ...called, state: "playing", isPlaying: true };
    draw([playing]);
    enter();
    act(() => vi.advanceTimersByTime(300));
    enter();
    expect(press).toHaveBeenCalledTimes(1);
    act(() => vi.advanceTimersByTime(300));
    enter();
    expect(press.mock.calls.at(-1)).toEqual(["win", playing]);
    vi.useRealTimers();
  });

  it("is filtered by game: each chip says how many stand in it, the first one stands for all", () => {
    const choose = vi.fn();
    render(<GameChips games={gamesOf(rows, null)} total={rows.length} chosen={null} onChoose={choose} />);
    const [all, ...games] = screen.getAllByRole("button");
    expect(all?.textContent).toMatch(/^2/);
    expect(all?.getAttribute("aria-pressed")).toBe("true");
    expect(games.map(({ textContent }) => textContent)).toEqual(["1FIFA", "1Tekken"]);
    fireEvent.click(games[1] as HTMLElement);
    expect(choose).toHaveBeenCalledWith(expect.objectContaining({ name: "Tekken" }));
  });
});
