import { ActionIcon } from "@mantine/core";
import { IconTableExport } from "@tabler/icons-react";
import { useState } from "react";
import { m } from "../../text/compiled/messages.js";
import { eventToday } from "../../text/format.ts";
import { type CsvCell, csvOf } from "../csv/csv.ts";
import { saveFile } from "../csv/save-file.ts";
import type { Column } from "./columns.ts";

/** Milliseconds that the button rests: twenty presses in a hurry are one file. */
const restMs = 1500;

/**
 * Saves the rows that are shown, in their order, as a file that spreadsheets open (issue: CSV export of each table).
 */
export function ExportButton<Row>(props: {
  title: string;
  columns: readonly Column<Row>[];
  /** Nothing to save yet: the button keeps its place and rests. */
  isEmpty: boolean;
  rows: () => Row[];
}) {
  const { title, columns, rows } = props;
  const [isResting, setIsResting] = useState(false);
  function save() {
    setIsResting(true);
    setTimeout(() => setIsResting(false), restMs);
    const lines = rows().map((row) => columns.map((column) => cellOf(column, row)));
    saveFile(`${title} ${eventToday()}.csv`, csvOf([columns.map((column) => column.title), ...lines]), "text/csv");
  }
  return (
    <ActionIcon
      variant="default"
      size={44}
      radius="md"
      aria-label={m.table_export()}
      title={m.table_export()}
      loading={isResting}
      disabled={props.isEmpty}
      onClick={save}
    >
      <IconTableExport size={20} aria-hidden />
    </ActionIcon>
  );
}

function cellOf<Row>(column: Column<Row>, row: Row): CsvCell {
  const cell = (column.csv ?? column.value)(row);
  return typeof cell === "boolean" ? (cell ? m.table_yes() : m.table_no()) : cell;
}
