import type { ReactNode } from "react";
import { numberText } from "../../text/format.ts";

export type Cell = string | number | boolean | null;

/** One column of a data table: what it is called, what it holds for sorting and searching, and how it is shown. */
export type Column<Row> = {
  id: string;
  title: string;
  /** What the column is sorted by; also what is seen and searched, unless `show` or `text` say otherwise. */
  value: (row: Row) => Cell;
  show?: (row: Row) => ReactNode;
  /** What the search looks in; `null` leaves the column out of the search. */
  text?: ((row: Row) => string) | null;
  /** Stands in the exported file alone. */
  isExportOnly?: true;
  /** What an exported file holds, when it is not `value`. */
  csv?: (row: Row) => Cell;
  /** A number that people read and compare, written in groups of three; ids are none. */
  isNumber?: true;
  /** Least width in pixels; 140 unless told. */
  width?: number;
  /** Share of the room that is left; 1 unless told, 0 keeps the width. */
  grow?: number;
  /** Numbers and codes stand at the end of their column, in Latin direction. */
  align?: "end";
  /** The heading of the card that a row becomes on a phone. */
  isMain?: true;
  /** What is too long for its column goes on in a second line, such as an email. */
  wraps?: true;
  /** Stands below the column of this id, in its width, where a row is a line: what belongs together takes one place. */
  under?: string;
};

const usualWidth = 140;
const actionWidth = 48;

/** The columns of a line from start to end, each with those that stand below it. */
export function stacksOf<Row>(columns: readonly Column<Row>[]): Column<Row>[][] {
  return columns
    .filter(({ under }) => under === undefined)
    .map((top) => [top, ...columns.filter(({ under }) => under === top.id)]);
}

/** How lines are divided: the grid's template, and the least width in pixels that shows every column. */
export function measuresOf<Row>(stacks: readonly Column<Row>[][], actions: readonly RowAction<Row>[]) {
  const tops = stacks.flatMap(([top]) => top ?? []);
  const actionsWidth = actions.reduce((sum, { words }) => sum + (words ? words.width + 4 : actionWidth), 20);
  const template = tops.map(({ width = usualWidth, grow = 1 }) =>
    grow ? `minmax(${width}px, ${grow}fr)` : `${width}px`,
  );
  const least = tops.reduce((sum, { width = usualWidth }) => sum + width, 0);
  if (actions.length === 0) return { template: template.join(" "), least };
  return { template: [...template, `${actionsWidth}px`].join(" "), least: least + actionsWidth };
}

/** How an action stands in its row: the next step, one that may be taken, one that was taken; others stand back. */
export type ActionLook = "next" | "offered" | "done" | undefined;

/** Something that can be done with one row; on a card, where there is room, it says so in words. */
export type RowAction<Row> = Words<Row> & {
  id: string;
  /** For screen readers and as a hint: says what happens to which row. */
  name: (row: Row) => string;
  icon: ReactNode | ((row: Row) => ReactNode);
  look?: (row: Row) => ActionLook;
  /** Whether it is on its way to the server. */
  isBusy?: (row: Row) => boolean;
  tone?: "danger";
  /** Why it can't be done with this row; null when it can. */
  disabledReason?: (row: Row) => string | null;
  press: (row: Row) => void;
};

type Words<Row> =
  /** Written beside the icon on a card, where a row's cells stand below each other. */
  | { label: string; words?: undefined }
  /** Written beside the icon, where a row's steps are told apart by words; the button is then `width` pixels wide. */
  | { words: { of: (row: Row) => string; width: number }; label?: undefined };

export function textOf<Row>(column: Column<Row>, row: Row): string {
  if (column.text === null) return "";
  if (column.text) return column.text(row);
  const value = column.value(row);
  if (value === null || typeof value === "boolean") return "";
  // Found as it is written, and as one types it.
  return column.isNumber ? `${value} ${writtenOf(column, value)}` : String(value);
}

/** A value as a cell without a `show` of its own writes it. */
export function writtenOf<Row>({ isNumber }: Column<Row>, value: Cell): string {
  return isNumber && typeof value === "number" ? numberText(value) : String(value ?? "");
}
