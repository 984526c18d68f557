import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Input.css";
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconPlus, IconRefresh, IconSearch, IconX } from "@tabler/icons-react";
import { createSortedRowModel, rowSortingFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { type ReactNode, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import { EmptyState, ErrorState } from "../state/state.tsx";
import { type Column, measuresOf, type RowAction, stacksOf } from "./columns.ts";
import style from "./data-table.module.css";
import { ExportButton } from "./export-button.tsx";
import { searcher } from "./search.ts";
import { compareCells } from "./sort.ts";
import { SortChoice } from "./sort-choice.tsx";
import { type RowLooks, TableGrid } from "./table-grid.tsx";
import { useIsNarrower } from "./use-is-narrower.ts";
import { useSlash } from "./use-slash.ts";

/** What a data table needs to know of a query; TanStack Query's results fit as they are. */
export type Rows<Row> = {
  data: readonly Row[] | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

/** Which rows a page's own filter keeps, and the way back to all of them. */
export type RowFilter<Row> = { keep: (row: Row) => boolean; clear: () => void };

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
const noRows: readonly never[] = [];
/** Up to here a row is a card, however few its cells are. */
const cardsUpTo = "47.99em";

/**
 * A searchable, sortable table of all rows at once (spec §2: unlimited page size, height 600), drawn only where it is
 * seen, so that 10,000 rows stay smooth. On a phone, and wherever there is no room for every column, each row is a
 * card: none is hidden. `query`, `columns`, `actions` and what `filter` keeps should keep their identity between
 * renders.
 */
export function DataTable<Row extends { id: number }>({
  title,
  titleAs: Title = "h1",
  query,
  columns,
  actions,
  nameOf,
  add,
  searchLabel = m.table_search(),
  sought: soughtFirst = "",
  filter,
  toolbar,
  isInPage = true,
  start,
  whenEmpty,
  isLive,
  groupOf,
  movedRest,
}: RowLooks<Row> & {
  title: string;
  /** Another level where the table is a part of a page with its own heading. */
  titleAs?: "h1" | "h2" | "h3";
  query: Rows<Row>;
  columns: readonly Column<Row>[];
  actions?: readonly RowAction<Row>[];
  /** Names a row for screen readers. */
  nameOf: (row: Row) => string;
  add?: { label: string; press: () => void };
  /** Where the search looks, when it does not look everywhere. */
  searchLabel?: string;
  /** What the search holds when the page opens, such as the name that a figure leads to. */
  sought?: string;
  /** What the page's own filter lets through, where one is set; files hold no more either. */
  filter?: RowFilter<Row> | undefined;
  /** Stands beside the search: figures, filters. */
  toolbar?: ReactNode;
  /** Whether the cards of a phone scroll with the page; in a dialog they have a box of their own. */
  isInPage?: boolean;
  /** Stands in the place of the title, which is then for screen readers alone. */
  start?: ReactNode;
  /** What to do when there is nothing yet. */
  whenEmpty: { title: string; text?: string };
}) {
  const titleId = useId();
  const searchBox = useRef<HTMLInputElement>(null);
  useSlash(searchBox);
  const isPhone = useMediaQuery(`(max-width: ${cardsUpTo})`, false, { getInitialValueInEffect: false });
  const [typed, setTyped] = useState(soughtFirst);
  const sought = useDeferredValue(typed);
  const all = query.data ?? (noRows as readonly Row[]);
  const keep = filter?.keep;
  const kept = useMemo(() => (keep ? all.filter(keep) : all), [all, keep]);
  const search = useMemo(() => searcher(kept, columns), [kept, columns]);
  const data = useMemo(() => search.find(sought), [search, sought]);
  useEffect(() => whileIdle(search.prepare), [search]);

  const tableColumns = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row: Row) => {
          const value = column.value(row);
          return value === null || value === "" ? undefined : value;
        },
        sortUndefined: "last" as const,
        sortDescFirst: false,
        sortFn: (a: { original: Row }, b: { original: Row }) =>
          compareCells(column.value(a.original), column.value(b.original)),
      })),
    [columns],
  );
  const table = useTable({
    features,
    columns: tableColumns,
    data,
    getRowId: (row: Row) => String(row.id),
    enableMultiSort: false,
  });
  const sorting = table.state.sorting[0];
  const rows = table.getRowModel().rows;
  const seenColumns = useMemo(() => columns.filter(({ isExportOnly }) => !isExportOnly), [columns]);
  const box = useRef<HTMLElement>(null);
  const least = useMemo(() => measuresOf(stacksOf(seenColumns), actions ?? noRows).least, [seenColumns, actions]);
  const isNarrow = useIsNarrower(box, least) || isPhone;
  const isLoaded = query.data !== undefined;

  return (
    <section ref={box} className={style.table} data-narrow={isNarrow || undefined} aria-labelledby={titleId}>
      <div className={style.toolbar}>
        {start && <div className={style.start}>{start}</div>}
        <Title id={titleId} className={start ? style.unseen : style.title}>
          {title}
          <span className={style.count}>{isLoaded && numberText(all.length)}</span>
        </Title>
        <div className={style.tools}>
          {toolbar}
          <ExportButton
            title={title}
            columns={columns}
            isEmpty={all.length === 0}
            rows={() => rows.map(({ original }) => original)}
          />
          <ActionIcon
            variant="default"
            size={44}
            radius="md"
            aria-label={m.table_refresh()}
            title={m.table_refresh()}
            loading={query.isFetching && isLoaded}
            onClick={() => query.refetch()}
          >
            <IconRefresh size={20} aria-hidden />
          </ActionIcon>
          {add && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add.press}>
              {add.label}
            </Button>
          )}
        </div>
        <TextInput
          ref={searchBox}
          className={style.search}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape" && typed) {
              event.preventDefault();
              setTyped("");
            }
          }}
          aria-label={searchLabel}
          aria-keyshortcuts="/"
          placeholder={searchLabel}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={
            typed && (
              <ActionIcon
                variant="subtle"
                color="primary"
                aria-label={m.table_search_clear()}
                onClick={() => {
                  setTyped("");
                  searchBox.current?.focus();
                }}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )
          }
        />
        {isNarrow && (
          <SortChoice
            columns={seenColumns}
            sorting={sorting}
            onChange={(next) => table.setSorting(next ? [next] : [])}
          />
        )}
      </div>
      <p role="status" className={style.found}>
        {isLoaded && (sought || filter) ? m.table_found({ count: rows.length }) : ""}
      </p>
      {body()}
    </section>
  );

  function body() {
    if (!isLoaded && query.error) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
    if (!isLoaded) return <Waiting />;
    if (all.length === 0) {
      return <EmptyState {...whenEmpty} action={add && <Button onClick={add.press}>{add.label}</Button>} />;
    }
    if (rows.length === 0) {
      return (
        <EmptyState
          title={m.table_no_match_title()}
          text={sought ? m.table_no_match_text({ typed: sought }) : m.table_no_match_filter()}
          action={
            <Button
              variant="default"
              onClick={() => {
                setTyped("");
                filter?.clear();
              }}
            >
              {filter ? m.table_show_all() : m.table_search_clear()}
            </Button>
          }
        />
      );
    }
    return (
      <TableGrid
        labelledBy={titleId}
        columns={seenColumns}
        rows={rows}
        actions={actions ?? noRows}
        nameOf={nameOf}
        asCards={isNarrow}
        isInPage={isInPage}
        sorting={sorting}
        onSort={(id) => table.getColumn(id)?.toggleSorting()}
        {...(isLive && { isLive })}
        {...(groupOf && !sorting && { groupOf })}
        {...(movedRest !== undefined && { movedRest })}
      />
    );
  }
}

/** Works in small steps, off the path of what the person does; gives a way to stop. */
function whileIdle(step: () => boolean): () => void {
  let timer = setTimeout(next, 200);
  function next() {
    if (step()) timer = setTimeout(next, 16);
  }
  return () => clearTimeout(timer);
}

function Waiting() {
  return (
    <div className={style.waiting} role="status" aria-label={m.table_loading()}>
      {Array.from({ length: 9 }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nine equal lines
        <div key={line} className={style.waitingLine} />
      ))}
    </div>
  );
}
