import type { Ticket } from "@saha/contract";
import { IconCheck, IconX } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import { dayText, shortDayText } from "../../text/format.ts";
import { Chip } from "../../ui/chip/chip.tsx";
import type { Column } from "../../ui/data-table/columns.ts";
import { plainText } from "../../ui/safe-html.tsx";
import { featureLines } from "./standing.ts";
import { TypeChip, typeText } from "./type-chip.tsx";

/** The columns of the free tickets (spec §2), in its order. */
export function ticketColumns(): Column<Ticket>[] {
  return [
    { id: "id", title: m.tickets_col_id(), value: ({ id }) => id, width: 72, grow: 0, align: "end" },
    {
      id: "type",
      title: m.tickets_col_type(),
      value: ({ type }) => type && typeText(type),
      show: ({ type }) => type && <TypeChip type={type} />,
      text: ({ type }) => (type ? `${typeText(type)} ${type}` : ""),
      width: 112,
      grow: 0,
    },
    { id: "title", title: m.tickets_col_title(), value: ({ title }) => title, width: 288, grow: 2, isMain: true },
    {
      id: "day",
      title: m.tickets_col_day(),
      value: ({ day }) => day,
      show: ({ day }) => shortDayText(day),
      text: ({ day }) => `${dayText(day)} ${shortDayText(day)} ${day}`,
      width: 168,
      grow: 0,
    },
    number("quantity", m.tickets_col_quantity(), 116),
    number("purchased", m.tickets_col_purchased(), 116),
    number("entryScanned", m.tickets_col_entry(), 100),
    number("featureScanned", m.tickets_col_feature(), 100),
    yesNo("visible", m.tickets_col_visible()),
    yesNo("active", m.tickets_col_active()),
    {
      id: "features",
      title: m.tickets_col_features(),
      value: ({ features }) => plain(features),
      width: 190,
      grow: 2,
    },
  ];
}

function number(
  id: "quantity" | "purchased" | "entryScanned" | "featureScanned",
  title: string,
  width: number,
): Column<Ticket> {
  return { id, title, value: (ticket) => ticket[id], isNumber: true, width, grow: 0, align: "end" };
}

/** Booleans show green and red chips (spec §2). */
function yesNo(id: "visible" | "active", title: string): Column<Ticket> {
  return {
    id,
    title,
    value: (ticket) => ticket[id],
    show: (ticket) =>
      ticket[id] ? (
        <Chip tone="success" icon={<IconCheck />}>
          {m.tickets_yes()}
        </Chip>
      ) : (
        <Chip tone="error" icon={<IconX />}>
          {m.tickets_no()}
        </Chip>
      ),
    text: null,
    width: 108,
    grow: 0,
  };
}

/** Features on one line, their markup left out. */
function plain(features: string): string {
  return featureLines(features).map(plainText).join(" · ");
}
