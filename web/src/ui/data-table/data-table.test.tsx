import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { setLanguage } from "../../text/language.ts";
import type { Column, RowAction } from "./columns.ts";
import { DataTable, type RowFilter, type Rows } from "./data-table.tsx";

type Row = { id: number; name: string | null; score: number };
const columns: Column<Row>[] = [
  { id: "name", title: "Name", value: ({ name }) => name, isMain: true },
  { id: "score", title: "Score", value: ({ score }) => score, isNumber: true },
];
const people: Row[] = [
  { id: 1, name: "أحمد", score: 9 },
  { id: 2, name: null, score: 100 },
  { id: 3, name: "Zed", score: 20 },
  { id: 4, name: "بدر", score: 3 },
];
const press = vi.fn<(row: Row) => void>();
/** The row of which something is on its way to the server. */
let busyId: number | null = null;
const guarded = ({ id }: Row) => (id === 4 ? "protected" : null);
const actions: RowAction<Row>[] = [
  {
    id: "edit",
    name: ({ name }) => `Edit ${name}`,
    label: "Edit",
    icon: "✎",
    disabledReason: guarded,
    isBusy: ({ id }) => id === busyId,
    press,
  },
  { id: "remove", name: ({ name }) => `Remove ${name}`, label: "Remove", icon: "×", disabledReason: guarded, press },
];

type More = { sought?: string; filter?: RowFilter<Row> };

function show(query: Partial<Rows<Row>>, first: More = {}, shown: Column<Row>[] = columns) {
  const refetch = vi.fn();
  const drawn = (more: More, anew?: Partial<Rows<Row>>) => (
    <MantineProvider>
      <DataTable
        title="People"
        query={{ data: people, error: null, isFetching: false, refetch, ...query, ...anew }}
        columns={shown}
        actions={actions}
        nameOf={({ name }) => String(name)}
        whenEmpty={{ title: "Nobody yet", text: "Add the first one" }}
        {...more}
      />
    </MantineProvider>
  );
  const { rerender } = render(drawn(first));
  return {
    refetch,
    again: (more: More) => rerender(drawn(more)),
    draw: (anew: Partial<Rows<Row>>) => rerender(drawn(first, anew)),
  };
}

/** What is handed to the browser to save. */
function watchFiles() {
  URL.revokeObjectURL = vi.fn();
  URL.createObjectURL = vi.fn(() => "blob:csv");
  return vi.mocked(URL.createObjectURL).mock.calls as unknown as [Blob][];
}

const names = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell")[0]?.textContent);

beforeEach(() => {
  press.mockClear();
  busyId = null;
  setLanguage("en");
  // jsdom measures nothing: the scroller is 600 high, a row 56.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(function (this: HTMLElement) {
    return this.tagName === "TR" ? 56 : 600;
  });
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(800);
});

describe("the data table", () => {
  it("opens with what a link seeks, which can be cleared", () => {
    show({}, { sought: "احمد" });
    expect(names()).toEqual(["أحمد"]);
    fireEvent.click(screen.getByRole("button", { name: "Clear the search" }));
    expect(names()).toHaveLength(4);
  });

  it("shows, counts and exports what its page's filter keeps, and leads back to all", async () => {
    const clear = vi.fn();
    const { again } = show({}, { filter: { keep: ({ score }) => score > 9, clear } });
    expect(names()).toEqual(["—", "Zed"]);
    expect(screen.getByText("2 results")).toBeTruthy();
    const files = watchFiles();
    fireEvent.click(screen.getByRole("button", { name: "Export as CSV" }));
    const text = await files[0]?.[0].text();
    expect(text?.trim().split("\r\n").slice(1)).toEqual([",100", "Zed,20"]);
    again({ filter: { keep: () => false, clear } });
    fireEvent.click(screen.getByRole("button", { name: "Show all" }));
    expect(clear).toHaveBeenCalledTimes(1);
  });

  it("makes one file of twenty presses in a hurry", async () => {
    const data = Array.from({ length: 10_000 }, (_, id) => ({ id: id + 1, name: `Row ${id + 1}`, score: id }));
    show({ data });
    const files = watchFiles();
    for (let press = 0; press < 20; press++) fireEvent.click(screen.getByRole("button", { name: "Export as CSV" }));
    expect(files).toHaveLength(1);
    expect((await files[0]?.[0].text())?.trim().split("\r\n")).toHaveLength(10_001);
  });

  it("sorts by a column's head, numbers by size, and says so to screen readers", () => {
    show({});
    fireEvent.click(screen.getByRole("button", { name: "Score" }));
    expect(names()).toEqual(["بدر", "أحمد", "Zed", "—"]);
    expect(screen.getByRole("columnheader", { name: "Score" }).getAttribute("aria-sort")).toBe("ascending");
    fireEvent.click(screen.getByRole("button", { name: "Score" }));
    expect(names()).toEqual(["—", "Zed", "أحمد", "بدر"]);
  });

  it("writes numbers that people read in groups of three, and finds them as written and as typed", async () => {
    show({ data: [...people, { id: 5, name: "Nora", score: 12_500 }] });
    expect(screen.getByText("12,500")).toBeTruthy();
    const box = screen.getByRole("searchbox");
    for (const typed of ["12500", "12,500"]) {
      fireEvent.change(box, { target: { value: typed } });
      await vi.waitFor(() => expect(names()).toEqual(["Nora"]), 15_000);
    }
  });

  it("keeps empty cells last, whichever way it sorts", () => {
    show({});
    fireEvent.click(screen.getByRole("button", { name: "Name" }));
    expect(names().at(-1)).toBe("—");
    fireEvent.click(screen.getByRole("button", { name: "Name" }));
    expect(names().at(-1)).toBe("—");
  });

  it("searches as one types and says what to do when nothing matches", async () => {
    show({});
    const box = screen.getByRole("searchbox");
    fireEvent.change(box, { target: { value: "احمد" } });
    await vi.waitFor(() => expect(names()).toEqual(["أحمد"]), 15_000);
    expect(screen.getByText("1 result")).toBeTruthy();
    fireEvent.change(box, { target: { value: "xyz" } });
    await screen.findByText("Nothing matches");
    fireEvent.keyDown(box, { key: "Escape" });
    await vi.waitFor(() => expect(names()).toHaveLength(4), 15_000);
  });

  it("is led into its search by a slash, which is typed there and elsewhere", () => {
    show({});
    const box = screen.getByRole("searchbox");
    fireEvent.keyDown(document.body, { key: "ظ", code: "Slash" });
    expect(document.activeElement).toBe(box);
    expect(fireEvent.keyDown(box, { key: "/", code: "Slash" })).toBe(true);
    box.blur();
    fireEvent.keyDown(document.body, { key: "/", code: "Slash", ctrlKey: true });
    expect(document.activeElement).not.toBe(box);
  });

  it("is walked by arrow keys, and Enter does the first thing that a row allows", () => {
    show({});
    const rows = () => screen.getAllByRole("row").slice(1);
    rows()[0]?.focus();
    for (const key of ["ArrowDown", "ArrowDown"]) fireEvent.keyDown(document.activeElement as Element, { key });
    expect(document.activeElement).toBe(rows()[2]);
    fireEvent.keyDown(document.activeElement as Element, { key: "Enter" });
    expect(press).toHaveBeenCalledWith(people[2]);
    fireEvent.keyDown(document.activeElement as Element, { key: "End" });
    fireEvent.keyDown(document.activeElement as Element, { key: "Enter" });
    expect(press).toHaveBeenCalledTimes(1);
  });

  it("does with Enter what the row that has the focus allows, wherever it has moved, and goes on from there", () => {
    const { draw } = show({});
    const focused = () => document.activeElement as HTMLElement;
    screen.getByText("Zed").closest("tr")?.focus();
    draw({ data: people.slice(1) });
    fireEvent.keyDown(focused(), { key: "Enter" });
    draw({ data: [people[2], ...people.slice(0, 2)] as Row[] });
    fireEvent.keyDown(focused(), { key: "Enter" });
    expect(press.mock.calls).toEqual([[people[2]], [people[2]]]);
    fireEvent.keyDown(focused(), { key: "ArrowDown" });
    fireEvent.keyDown(focused(), { key: "Enter" });
    expect(press).toHaveBeenLastCalledWith(people[0]);
  });

  it("takes no Enter on a row of which something is on its way: that would be another step", () => {
    show({});
    const row = screen.getByText("Zed").closest("tr") as HTMLElement;
    row.focus();
    busyId = 3;
    fireEvent.keyDown(row, { key: "Enter" });
    expect(press).not.toHaveBeenCalled();
    busyId = null;
    fireEvent.keyDown(row, { key: "Enter" });
    expect(press).toHaveBeenCalledTimes(1);
  });

  it("takes a held Enter as one press, on a row and on its button", () => {
    show({});
    const row = screen.getByText("Zed").closest("tr") as HTMLElement;
    row.focus();
    const held = { key: "Enter", repeat: true };
    fireEvent.keyDown(row, { key: "Enter" });
    fireEvent.keyDown(row, held);
    expect(press).toHaveBeenCalledTimes(1);
    const button = within(row).getByRole("button", { name: "Edit Zed" });
    // The browser presses a button on each keydown that nobody prevents.
    expect(fireEvent.keyDown(button, { key: "Enter" })).toBe(true);
    expect(fireEvent.keyDown(button, held)).toBe(false);
  });

  it("names a row's actions, with the reason where one can't be done", () => {
    show({});
    fireEvent.click(screen.getByRole("button", { name: "Edit بدر: protected" }));
    expect(press).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "Edit Zed" }));
    expect(press).toHaveBeenCalledWith(people[2]);
  });

  it("shows its waiting, its emptiness and its failure, each with what to do next", () => {
    show({ data: undefined });
    expect(screen.getByRole("status", { name: "Loading the table" })).toBeTruthy();
  });
  it("says what to do when there is nothing yet", () => {
    show({ data: [] });
    expect(screen.getByText("Add the first one")).toBeTruthy();
  });
  it("offers to try again after a failure", () => {
    const { refetch } = show({ data: undefined, error: new Error("no") });
    fireEvent.click(within(screen.getByRole("alert")).getByRole("button"));
    expect(refetch).toHaveBeenCalled();
  });

  it("keeps words that a column shows in a box of their own direction, with all of them at hand", () => {
    const shown: Column<Row>[] = [
      { id: "name", title: "Name", value: ({ name }) => name, show: () => "لاعب.77702778866" },
    ];
    show({ data: people.slice(0, 1) }, {}, shown);
    const words = screen.getByText("لاعب.77702778866");
    expect(words.tagName).toBe("BDI");
    expect(words.title).toBe("لاعب.77702778866");
  });

  it("puts a column below the one that it belongs to, each sorted by its own head", () => {
    const stacked = columns.map((column) => (column.id === "score" ? { ...column, under: "name" } : column));
    show({}, {}, stacked);
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual(["NameScore", "Actions"]);
    expect(names()?.[0]).toBe("أحمد9");
    fireEvent.click(screen.getByRole("button", { name: "Score" }));
    expect(names()?.[0]).toBe("بدر3");
  });

  it("becomes cards where not every column has room: none is hidden", () => {
    show({});
    expect(screen.getAllByRole("row")[1]?.closest("[data-cards]")).toBeNull();
    cleanup();
    show({}, {}, [...columns, { id: "wide", title: "Wide", value: () => "x", width: 600 }]);
    expect(screen.getAllByRole("row")[1]?.closest("[data-cards]")).not.toBeNull();
  });

  it("draws only what is seen of 10,000 rows", () => {
    show({ data: Array.from({ length: 10_000 }, (_, id) => ({ id: id + 1, name: `n${id}`, score: id })) });
    expect(screen.getAllByRole("row").length).toBeGreaterThan(10);
    expect(screen.getAllByRole("row").length).toBeLessThan(60);
    expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("10001");
  });
});
