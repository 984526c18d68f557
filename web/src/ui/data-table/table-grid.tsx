import { defaultRangeExtractor, useVirtualizer, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import { useHasJustCome } from "../use-has-just-come.ts";
import { usePast } from "../use-past.ts";
import { type Column, measuresOf, type RowAction, stacksOf } from "./columns.ts";
import style from "./data-table.module.css";
import type { Sorting } from "./sort-choice.tsx";
import { HeadCell, RowCells } from "./table-cells.tsx";
import { useMoreSideways } from "./use-more-sideways.ts";

/** Pixels of a line, and of one with columns below each other. */
const lineHeight = 56;
const stackHeight = 76;
const cardHeight = 240;

const groupHeight = 44;

type Look = Record<`--${string}`, string>;
type Line<Row> = { id: string; original: Row };
/** The name of the rows that follow. */
type Head = { id: string; head: string };
/** How rows of a table differ from plain ones. */
export type RowLooks<Row> = {
  /** Marks rows of which something is going on. */
  isLive?: (row: Row) => boolean;
  /** The name of the group that a row stands in, unless the table is sorted; rows of a group are neighbours. */
  groupOf?: (row: Row) => string | null;
  /**
   * Milliseconds in which a row takes no pointer that stands where another one stood, as all do in a table that comes
   * anew, and no Enter whose first action has become another one; none unless told.
   */
  movedRest?: number;
};

/**
 * Shows the grid of a data table: sticky head, virtual rows, arrows and Home / End / Page keys between rows, Enter for
 * the first action of the row that has the focus, wherever it has moved meanwhile; a key that is held down is one
 * press.
 */
export function TableGrid<Row extends { id: number }>({
  labelledBy,
  columns,
  rows,
  actions,
  nameOf,
  asCards,
  isInPage,
  sorting,
  onSort,
  isLive,
  groupOf,
  movedRest,
}: RowLooks<Row> & {
  labelledBy: string;
  columns: readonly Column<Row>[];
  rows: readonly Line<Row>[];
  actions: readonly RowAction<Row>[];
  nameOf: (row: Row) => string;
  asCards: boolean;
  /** Cards scroll with the page, not in a box of their own within it. */
  isInPage: boolean;
  sorting: Sorting | undefined;
  onSort: (columnId: string) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ id: "", index: 0 });
  const wantsFocus = useRef(false);
  const lines = useMemo(() => inGroups(rows, groupOf), [rows, groupOf]);
  const current = useMemo(() => {
    const place = lines.findIndex(({ id }) => id === active.id);
    // Where the row has left, the one that stands in its place.
    return place >= 0 ? place : besideHeads(lines, Math.min(active.index, lines.length - 1), 1);
  }, [lines, active]);
  const past = usePast(lines, movedRest);
  const hasJustCome = useHasJustCome(movedRest);
  const hasMore = useMoreSideways(scroller);

  const stacks = useMemo(() => (asCards ? columns.map((column) => [column]) : stacksOf(columns)), [asCards, columns]);
  const { template, least } = useMemo(() => measuresOf(stacks, actions), [stacks, actions]);
  const rowHeight = stacks.some(({ length }) => length > 1) ? stackHeight : lineHeight;

  const scrollsPage = asCards && isInPage;
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (scrollsPage && scroller.current) setTop(scroller.current.getBoundingClientRect().top + scrollY);
  }, [scrollsPage]);
  const seen = {
    count: lines.length,
    estimateSize: (index: number) =>
      lines[index] && "head" in lines[index] ? groupHeight : asCards ? cardHeight : rowHeight,
    getItemKey: (index: number) => lines[index]?.id ?? index,
    overscan: 8,
    gap: asCards ? 12 : 0,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const inSight = defaultRangeExtractor(range);
        // The row that has the focus stays, wherever one scrolls.
        return inSight.includes(current) || current < 0 ? inSight : [...inSight, current].sort((a, b) => a - b);
      },
      [current],
    ),
  };
  const ofBox = useVirtualizer({ ...seen, enabled: !scrollsPage, getScrollElement: () => scroller.current });
  const ofPage = useWindowVirtualizer<HTMLTableRowElement>({ ...seen, enabled: scrollsPage, scrollMargin: top });
  const virtualizer = scrollsPage ? ofPage : ofBox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one had scrolled to when the lines changed
  const scrolled = useMemo(() => virtualizer.scrollOffset ?? 0, [lines]);
  const isAtEnd = scrolled + (virtualizer.scrollRect?.height ?? 0) > virtualizer.getTotalSize() - 2 * rowHeight;
  // The browser scrolls back by what is gone at the end, and all rows slide under the pointer.
  const hasSlid = past.some(({ length }) => length > lines.length) && scrolled > 0 && (scrollsPage || isAtEnd);
  const hasMoved = (row: Line<Row>, index: number) =>
    hasJustCome || hasSlid || past.some((were) => (were[index] ?? row).id !== row.id);
  /** Whether Enter would have done something else with a row when it was read. */
  function hasChanged({ id, original }: Line<Row>) {
    const next = firstAction(actions, original)?.id;
    return past
      .map((were) => were.find((line) => line.id === id))
      .some((was) => was && "original" in was && firstAction(actions, was.original)?.id !== next);
  }
  const shiftOf = (start: number) => `translateY(${scrollsPage ? start - top : start}px)`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: estimates differ between rows and cards
  useEffect(() => virtualizer.measure(), [asCards, rowHeight, groupOf && lines]);

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus({ preventScroll: true });
  });

  function moveTo(index: number) {
    const next = besideHeads(lines, Math.max(0, Math.min(lines.length - 1, index)), index < current ? -1 : 1);
    wantsFocus.current = true;
    setActive({ id: lines[next]?.id ?? "", index: next });
    virtualizer.scrollToIndex(next, { align: "auto" });
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableRowElement>, line: Line<Row>) {
    const row = line.original;
    // Also on a row's button, which the browser would press again and again.
    if (event.key === "Enter" && event.repeat) return event.preventDefault();
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 600) / rowHeight) - 2);
    const steps: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: lines.length - 1,
    };
    const next = steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      moveTo(next);
    } else if (event.key === "Enter") {
      // Else a second Enter would take another step than the one that is on its way, or that a colleague just took.
      if (actions.some((one) => one.isBusy?.(row)) || hasChanged(line)) return event.preventDefault();
      const action = firstAction(actions, row);
      if (action) {
        event.preventDefault();
        action.press(row);
      }
    }
  }

  return (
    <div
      className={style.frame}
      data-cards={asCards || undefined}
      data-in-page={scrollsPage || undefined}
      data-more={hasMore || undefined}
    >
      <div ref={scroller} className={style.scroller}>
        <table
          aria-labelledby={labelledBy}
          aria-rowcount={lines.length + 1}
          aria-colcount={stacks.length + (actions.length > 0 ? 1 : 0)}
          className={style.grid}
          style={{ "--columns": template, "--least": `${least}px`, "--line-height": `${rowHeight}px` } as Look}
        >
          <thead className={style.head}>
            <tr aria-rowindex={1} className={style.headRow}>
              {stacks.map((stack) => (
                <HeadCell key={stack[0]?.id} stack={stack} sorting={sorting} onSort={onSort} />
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
              const row = lines[item.index];
              if (!row) return null;
              if ("head" in row) {
                return (
                  <tr
                    key={item.key}
                    data-index={item.index}
                    aria-rowindex={item.index + 2}
                    className={style.group}
                    style={{ transform: shiftOf(item.start) }}
                  >
                    <th scope="rowgroup" colSpan={stacks.length + (actions.length > 0 ? 1 : 0)}>
                      {row.head}
                    </th>
                  </tr>
                );
              }
              return (
                <tr
                  key={item.key}
                  // Lines of the table have one height; only cards need measuring, which costs a layout each.
                  ref={asCards ? virtualizer.measureElement : undefined}
                  data-index={item.index}
                  aria-rowindex={item.index + 2}
                  tabIndex={item.index === current ? 0 : -1}
                  onKeyDown={(event) => onKeyDown(event, row)}
                  className={style.row}
                  data-live={isLive?.(row.original) || undefined}
                  data-moved={hasMoved(row, item.index) || undefined}
                  style={{ transform: shiftOf(item.start) }}
                  onFocus={(event) => {
                    if (event.target === event.currentTarget) setActive({ id: row.id, index: item.index });
                  }}
                >
                  <RowCells row={row.original} stacks={stacks} actions={actions} nameOf={nameOf} withWords={asCards} />
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** The action of a row that Enter takes: what comes next, else the first one that is allowed. */
function firstAction<Row>(actions: readonly RowAction<Row>[], row: Row): RowAction<Row> | undefined {
  const allowed = actions.filter((one) => !one.disabledReason?.(row));
  return allowed.find((one) => one.look?.(row) === "next" || one.look?.(row) === "offered") ?? allowed[0];
}

/** Puts the name of a group before its first row. */
function inGroups<Row>(rows: readonly Line<Row>[], groupOf: ((row: Row) => string | null) | undefined) {
  if (!groupOf) return rows;
  const lines: (Line<Row> | Head)[] = [];
  let last: string | null = null;
  for (const row of rows) {
    const head = groupOf(row.original);
    if (head !== null && head !== last) lines.push({ id: `group ${head}`, head });
    last = head;
    lines.push(row);
  }
  return lines;
}

/** The nearest line from an index on that is a row. */
function besideHeads<Row>(lines: readonly (Line<Row> | Head)[], index: number, step: 1 | -1): number {
  const isRow = (at: number) => lines[at] !== undefined && !("head" in lines[at]);
  if (isRow(index)) return index;
  return isRow(index + step) ? index + step : index - step;
}
