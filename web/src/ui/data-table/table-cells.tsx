import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { m } from "../../text/compiled/messages.js";
import { type Column, type RowAction, writtenOf } from "./columns.ts";
import style from "./data-table.module.css";
import type { Sorting } from "./sort-choice.tsx";

/** The head of columns that stand below each other, mostly of one: each title is the button that sorts by it. */
export function HeadCell<Row>({
  stack,
  sorting,
  onSort,
}: {
  stack: readonly Column<Row>[];
  sorting: Sorting | undefined;
  onSort: (columnId: string) => void;
}) {
  const [top] = stack;
  const directionOf = ({ id }: Column<Row>) =>
    sorting?.id === id ? (sorting.desc ? "descending" : "ascending") : "none";
  const direction = stack.map(directionOf).find((one) => one !== "none") ?? "none";
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={style.headCell}
      data-align={top?.align}
      data-main={top?.isMain}
      data-stack={stack.length > 1 || undefined}
    >
      {stack.map((column) => {
        const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[directionOf(column)];
        return (
          <button
            key={column.id}
            type="button"
            className={style.sort}
            data-sorted={directionOf(column) !== "none" || undefined}
            onClick={() => onSort(column.id)}
          >
            <span>{column.title}</span>
            <Icon size={14} aria-hidden />
          </button>
        );
      })}
    </th>
  );
}

type CellsProps<Row> = {
  row: Row;
  stacks: readonly Column<Row>[][];
  actions: readonly RowAction<Row>[];
  nameOf: (row: Row) => string;
  /** Actions say in words what they do: on a card there is room for them. */
  withWords: boolean;
};

function AllCells<Row extends { id: number }>({ row, stacks, actions, nameOf, withWords }: CellsProps<Row>) {
  return (
    <>
      {stacks.map((stack) => {
        const [top] = stack;
        return (
          <td
            key={top?.id}
            className={style.cell}
            data-align={top?.align}
            data-main={top?.isMain}
            data-wide={(top?.grow ?? 1) > 1 || undefined}
            data-stack={stack.length > 1 || undefined}
            data-wraps={top?.wraps}
            data-label={top?.title}
          >
            {stack.map((column) => (
              <span key={column.id} className={style.value}>
                {drawn(column, row)}
              </span>
            ))}
          </td>
        );
      })}
      {actions.length > 0 && (
        <td className={style.actions} aria-label={m.table_actions_of({ name: nameOf(row) })}>
          {actions.map((action) => (
            <Action key={action.id} action={action} row={row} withWords={withWords} />
          ))}
        </td>
      )}
    </>
  );
}

/** Text stands in a box of its own direction, whoever wrote it; what is drawn otherwise sees to itself. */
function drawn<Row>(column: Column<Row>, row: Row): ReactNode {
  const shown = column.show ? column.show(row) : writtenOf(column, column.value(row));
  return typeof shown === "string" ? <Plain text={shown} wraps={column.wraps} /> : shown;
}

/** The cells of one row; drawn again only when the row itself changes, not while one scrolls. */
export const RowCells = memo(AllCells) as typeof AllCells;

function Action<Row>({ action, row, withWords }: { action: RowAction<Row>; row: Row; withWords: boolean }) {
  const words = action.words?.of(row) ?? (withWords ? action.label : undefined);
  const disabledReason = action.disabledReason?.(row) ?? null;
  const name = action.name(row);
  const isBusy = action.isBusy?.(row) ?? false;
  return (
    <button
      type="button"
      className={style.action}
      data-tone={action.tone}
      data-look={action.look?.(row)}
      data-words={words ? true : undefined}
      style={action.words && { inlineSize: action.words.width }}
      aria-label={disabledReason ? `${name}: ${disabledReason}` : name}
      title={disabledReason ?? name}
      aria-disabled={disabledReason !== null}
      aria-busy={isBusy || undefined}
      onClick={() => disabledReason === null && !isBusy && action.press(row)}
    >
      {isBusy ? <i className={style.turning} /> : typeof action.icon === "function" ? action.icon(row) : action.icon}
      {words}
    </button>
  );
}

function Plain({ text, wraps }: { text: string; wraps: true | undefined }) {
  if (text === "") return <span aria-hidden>—</span>;
  return (
    <bdi className={style.words} title={text}>
      {wraps && text.includes("@") ? emailParts(text) : text}
    </bdi>
  );
}

/** An email goes on in a second line with its domain, not with its last letter. */
function emailParts(text: string): ReactNode {
  const at = text.lastIndexOf("@");
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}
