import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import type { Column, RowAction } from "./columns.ts";
import style from "./data-table.module.css";
import type { Sorting } from "./sort-choice.tsx";
import { HeadCell, RowCells } from "./table-cells.tsx";
import { useMoreSideways } from "./use-more-sideways.ts";

const rowHeight = 56;
const cardHeight = 240;
const actionWidth = 48;

type Line<Row> = { id: string; original: Row };

/** The grid of a data table: sticky head, virtual rows, arrows and Home / End / Page keys between rows, Enter for the first action. */
export function TableGrid<Row extends { id: number }>({
  labelledBy,
  columns,
  rows,
  actions,
  nameOf,
  asCards,
  sorting,
  onSort,
}: {
  labelledBy: string;
  columns: readonly Column<Row>[];
  rows: readonly Line<Row>[];
  actions: readonly RowAction<Row>[];
  nameOf: (row: Row) => string;
  asCards: boolean;
  sorting: Sorting | undefined;
  onSort: (columnId: string) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const wantsFocus = useRef(false);
  const current = Math.min(active, rows.length - 1);
  const hasMore = useMoreSideways(scroller);

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (asCards ? cardHeight : rowHeight),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
    gap: asCards ? 12 : 0,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const seen = defaultRangeExtractor(range);
        // The row that has the focus stays, wherever one scrolls.
        return seen.includes(current) || current < 0 ? seen : [...seen, current].sort((a, b) => a - b);
      },
      [current],
    ),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: estimates differ between rows and cards
  useEffect(() => virtualizer.measure(), [asCards]);

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus({ preventScroll: true });
  });

  const actionsWidth = actions.length > 0 ? actions.length * actionWidth + 20 : 0;
  const template = [
    ...columns.map(({ width = 140, grow = 1 }) => (grow ? `minmax(${width}px, ${grow}fr)` : `${width}px`)),
    ...(actionsWidth > 0 ? [`${actionsWidth}px`] : []),
  ].join(" ");
  const least = columns.reduce((sum, { width = 140 }) => sum + width, actionsWidth);

  function moveTo(index: number) {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    wantsFocus.current = true;
    setActive(next);
    virtualizer.scrollToIndex(next, { align: "auto" });
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableRowElement>) {
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 600) / rowHeight) - 2);
    const steps: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: rows.length - 1,
    };
    const next = steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      moveTo(next);
    } else if (event.key === "Enter") {
      const row = rows[current]?.original;
      const action = actions.find((one) => row && !one.hindrance?.(row));
      if (row && action) {
        event.preventDefault();
        action.press(row);
      }
    }
  }

  return (
    <div className={style.frame} data-cards={asCards || undefined} data-more={hasMore || undefined}>
      <div ref={scroller} className={style.scroller}>
        <table
          aria-labelledby={labelledBy}
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length + (actions.length > 0 ? 1 : 0)}
          className={style.grid}
          style={{ "--columns": template, "--least": `${least}px` } as Record<string, string>}
        >
          <thead className={style.head}>
            <tr aria-rowindex={1} className={style.headRow}>
              {columns.map((column) => (
                <HeadCell key={column.id} column={column} sorting={sorting} onSort={onSort} />
              ))}
              {actions.length > 0 && (
                <th scope="col" className={style.headCell}>
                  {m.table_actions()}
                </th>
              )}
            </tr>
          </thead>
          <tbody className={style.body} style={{ blockSize: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const row = rows[item.index];
              if (!row) return null;
              return (
                <tr
                  key={item.key}
                  // Lines of the table have one height; only cards need measuring, which costs a layout each.
                  ref={asCards ? virtualizer.measureElement : undefined}
                  data-index={item.index}
                  aria-rowindex={item.index + 2}
                  tabIndex={item.index === current ? 0 : -1}
                  onKeyDown={onKeyDown}
                  className={style.row}
                  style={{ transform: `translateY(${item.start}px)` }}
                  onFocus={(event) => {
                    if (event.target === event.currentTarget) setActive(item.index);
                  }}
                >
                  <RowCells row={row.original} columns={columns} actions={actions} nameOf={nameOf} />
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}
