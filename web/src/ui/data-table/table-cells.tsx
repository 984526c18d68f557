import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { memo } from "react";
import { m } from "../../text/compiled/messages.js";
import { type Column, type RowAction, writtenOf } from "./columns.ts";
import style from "./data-table.module.css";
import type { Sorting } from "./sort-choice.tsx";

/** The head of one column: its title is the button that sorts by it. */
export function HeadCell<Row>({
  column,
  sorting,
  onSort,
}: {
  column: Column<Row>;
  sorting: Sorting | undefined;
  onSort: (columnId: string) => void;
}) {
  const direction = sorting?.id === column.id ? (sorting.desc ? "descending" : "ascending") : "none";
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[direction];
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={style.headCell}
      data-align={column.align}
      data-main={column.isMain}
    >
      <button
        type="button"
        className={style.sort}
        data-sorted={direction !== "none" || undefined}
        onClick={() => onSort(column.id)}
      >
        <span>{column.title}</span>
        <Icon size={14} aria-hidden />
      </button>
    </th>
  );
}

type CellsProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  actions: readonly RowAction<Row>[];
  nameOf: (row: Row) => string;
  /** Actions say in words what they do: on a card there is room for them. */
  withWords: boolean;
};

function AllCells<Row extends { id: number }>({ row, columns, actions, nameOf, withWords }: CellsProps<Row>) {
  return (
    <>
      {columns.map((column) => (
        <td
          key={column.id}
          className={style.cell}
          data-align={column.align}
          data-main={column.isMain}
          data-wide={(column.grow ?? 1) > 1 || undefined}
          data-label={column.title}
        >
          <span className={style.value}>
            {column.show ? column.show(row) : <Plain text={writtenOf(column, column.value(row))} />}
          </span>
        </td>
      ))}
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

function Plain({ text }: { text: string }) {
  if (text === "") return <span aria-hidden>—</span>;
  return (
    <bdi className={style.words} title={text}>
      {text}
    </bdi>
  );
}
