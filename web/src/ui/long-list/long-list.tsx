import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import style from "./long-list.module.css";

/**
 * Shows a list of any length on the page itself: only the rows in sight are drawn, each `rowHeight` pixels or as high
 * as it is.
 */
export function LongList<Row>(props: {
  rows: readonly Row[];
  keyOf: (row: Row) => number;
  rowHeight: number;
  label: string;
  children: (row: Row) => ReactNode;
  /** A row to bring into sight; anew whenever `at` changes. */
  goTo?: { index: number; at: number } | null;
}) {
  const { rows, keyOf, rowHeight, label, children, goTo } = props;
  const list = useRef<HTMLOListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(rows[index] as Row),
    overscan: 10,
    scrollMargin,
  });
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top;
    if (top !== undefined) setScrollMargin(top + window.scrollY);
  }, []);
  const { index, at } = goTo ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again it goes there again
  useLayoutEffect(() => {
    if (index !== undefined) virtualizer.scrollToIndex(index, { align: "center" });
  }, [index, at]);
  return (
    <ol ref={list} aria-label={label} className={style.list} style={{ blockSize: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => (
        <li
          key={item.key}
          ref={virtualizer.measureElement}
          data-index={item.index}
          aria-posinset={item.index + 1}
          aria-setsize={rows.length}
          className={style.row}
          style={{ translate: `0 ${item.start - scrollMargin}px` }}
        >
          {children(rows[item.index] as Row)}
        </li>
      ))}
    </ol>
  );
}
