import type { Ticket } from "@saha/contract";
import { m } from "../../text/compiled/messages.js";
import { dayText, shortDayText } from "../../text/format.ts";
import { idColumn, numberColumn, yesNoColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column } from "../../ui/data-table/columns.ts";

/** The columns of the invitation tickets (spec §2), in its order. */
export function invitationColumns(): Column<Ticket>[] {
  return [
    idColumn(),
    { id: "title", title: m.invitations_col_title(), value: ({ title }) => title, width: 170, grow: 2, isMain: true },
    { id: "description", title: m.invitations_col_for(), value: forWhom, width: 170, under: "title" },
    { id: "eventName", title: m.invitations_col_event(), value: ({ eventName }) => eventName, width: 176 },
    {
      id: "ticketInviter",
      title: m.invitations_col_admin(),
      value: ({ ticketInviter }) => ticketInviter,
      width: 150,
      under: "eventName",
    },
    {
      id: "day",
      title: m.invitations_col_day(),
      value: ({ day }) => day,
      show: ({ day }) => shortDayText(day),
      text: ({ day }) => `${dayText(day)} ${shortDayText(day)} ${day}`,
      width: 156,
      grow: 0,
    },
    numberColumn("quantity", m.invitations_col_quantity(), 112),
    { ...numberColumn<Ticket>("redeemed", m.invitations_col_redeemed()), under: "quantity" },
    numberColumn("entryScanned", m.invitations_col_entry(), 112),
    { ...numberColumn<Ticket>("featureScanned", m.invitations_col_feature()), under: "entryScanned" },
    yesNoColumn("active", m.invitations_col_active()),
  ];
}

/** Whom the ticket is for; a dot is the description's default and says nothing (spec §9). */
export function forWhom({ description }: Pick<Ticket, "description">): string {
  return description.trim() === "." ? "" : description;
}
