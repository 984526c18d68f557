import type { Ticket } from "@saha/contract";
import { TypeChip } from "../../pieces/type-chip/type-chip.tsx";
import { m } from "../../text/compiled/messages.js";
import { dayText, shortDayText } from "../../text/format.ts";
import { typeName } from "../../text/type-name.ts";
import { idColumn, numberColumn, yesNoColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column } from "../../ui/data-table/columns.ts";
import { plainText } from "../../ui/safe-html.tsx";
import { featureLines } from "./standing.ts";

/** The columns of the free tickets (spec §2), in its order. */
export function ticketColumns(): Column<Ticket>[] {
  return [
    idColumn(),
    {
      id: "type",
      title: m.tickets_col_type(),
      value: ({ type }) => type && typeName(type),
      show: ({ type }) => type && <TypeChip type={type} />,
      text: ({ type }) => (type ? `${typeName(type)} ${type}` : ""),
      width: 112,
      grow: 0,
    },
    { id: "title", title: m.tickets_col_title(), value: ({ title }) => title, width: 260, grow: 2, isMain: true },
    {
      id: "day",
      title: m.tickets_col_day(),
      value: ({ day }) => day,
      show: ({ day }) => shortDayText(day),
      text: ({ day }) => `${dayText(day)} ${shortDayText(day)} ${day}`,
      width: 156,
      grow: 0,
    },
    numberColumn("quantity", m.tickets_col_quantity(), 96),
    { ...numberColumn<Ticket>("purchased", m.tickets_col_purchased()), under: "quantity" },
    numberColumn("entryScanned", m.tickets_col_entry(), 112),
    { ...numberColumn<Ticket>("featureScanned", m.tickets_col_feature()), under: "entryScanned" },
    yesNoColumn("visible", m.tickets_col_visible()),
    { ...yesNoColumn<Ticket>("active", m.tickets_col_active()), under: "visible" },
    {
      id: "features",
      title: m.tickets_col_features(),
      value: ({ features }) => plain(features),
      under: "title",
    },
  ];
}

/** Features on one line, their markup left out. */
function plain(features: string): string {
  return featureLines(features).map(plainText).join(" · ");
}
