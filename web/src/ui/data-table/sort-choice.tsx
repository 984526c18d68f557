import { ActionIcon, NativeSelect } from "@mantine/core";
import { IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import type { Column } from "./columns.ts";
import style from "./data-table.module.css";

export type Sorting = { id: string; desc: boolean };

/** Sorting on a phone, where cards have no column heads to press. */
export function SortChoice<Row>({
  columns,
  sorting,
  onChange,
}: {
  columns: readonly Column<Row>[];
  sorting: Sorting | undefined;
  onChange: (next: Sorting | null) => void;
}) {
  return (
    <div className={style.sortChoice}>
      <NativeSelect
        aria-label={m.table_sort_by()}
        value={sorting?.id ?? ""}
        data={[
          { value: "", label: m.table_sort_none() },
          ...columns.map((column) => ({ value: column.id, label: m.table_sorted_by({ column: column.title }) })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange(value ? { id: value, desc: false } : null)}
      />
      {sorting && (
        <ActionIcon
          variant="default"
          size={44}
          radius="md"
          aria-label={sorting.desc ? m.table_sort_ascending() : m.table_sort_descending()}
          onClick={() => onChange({ id: sorting.id, desc: !sorting.desc })}
        >
          {sorting.desc ? <IconSortDescending size={20} aria-hidden /> : <IconSortAscending size={20} aria-hidden />}
        </ActionIcon>
      )}
    </div>
  );
}
