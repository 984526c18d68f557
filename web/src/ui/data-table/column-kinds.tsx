import { IconCheck, IconX } from "@tabler/icons-react";
import { assetUrl } from "../../event-settings.ts";
import { m } from "../../text/compiled/messages.js";
import { momentText } from "../../text/format.ts";
import { Chip } from "../chip/chip.tsx";
import type { Column } from "./columns.ts";
import style from "./data-table.module.css";

type KeysOf<Row, Value> = { [Key in keyof Row & string]: Row[Key] extends Value ? Key : never }[keyof Row & string];

/** The column of ids, which every table of the dashboard begins with (spec §2). */
export function idColumn<Row extends { id: number }>(): Column<Row> {
  return { id: "id", title: m.table_id(), value: ({ id }) => id, width: 72, grow: 0, align: "end" };
}

/** A column of numbers that people read and compare. */
export function numberColumn<Row>(id: KeysOf<Row, number | null>, title: string, width = 116): Column<Row> {
  return { id, title, value: (row) => row[id] as number | null, isNumber: true, width, grow: 0, align: "end" };
}

/** A column of moments as `day/month/year - hour:minute` (spec §5); one that has not come shows a dash. */
export function momentColumn<Row>(id: KeysOf<Row, string | null>, title: string): Column<Row> {
  const moment = (row: Row) => row[id] as string | null;
  const text = (row: Row) => {
    const at = moment(row);
    return at === null ? "" : momentText(at);
  };
  return {
    id,
    title,
    value: moment,
    show: (row) => (moment(row) ? <span dir="ltr">{text(row)}</span> : <span aria-hidden>—</span>),
    text,
    csv: text,
    width: 172,
  };
}

/** When a row was made and when it was last changed; in a wide table the one below the other. */
export function createdAndUpdated<Row extends { createdAt: string; updatedAt: string }>({
  isStacked = false,
} = {}): Column<Row>[] {
  return [
    momentColumn<Row>("createdAt" as KeysOf<Row, string | null>, m.table_created()),
    {
      ...momentColumn<Row>("updatedAt" as KeysOf<Row, string | null>, m.table_updated()),
      ...(isStacked && { under: "createdAt" }),
    },
  ];
}

/** A column of small pictures; what has none shows a dash. */
export function pictureColumn<Row>(id: KeysOf<Row, string | null>, title: string): Column<Row> {
  const path = (row: Row) => row[id] as string | null;
  return {
    id,
    title,
    value: (row) => Boolean(path(row)),
    show: (row) =>
      path(row) ? <img src={assetUrl(path(row))} alt="" loading="lazy" className={style.picture} /> : "—",
    text: null,
    csv: path,
    width: 92,
    grow: 0,
  };
}

/** A column of booleans as green and red chips (spec §2). */
export function yesNoColumn<Row>(id: KeysOf<Row, boolean>, title: string): Column<Row> {
  const value = (row: Row) => row[id] as boolean;
  return { id, title, value, show: (row) => <YesNo is={value(row)} />, text: null, width: 108, grow: 0 };
}

function YesNo({ is }: { is: boolean }) {
  return (
    <Chip tone={is ? "success" : "error"} icon={is ? <IconCheck /> : <IconX />}>
      {is ? m.table_yes() : m.table_no()}
    </Chip>
  );
}
