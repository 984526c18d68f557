import { api, Category, type Ticket } from "@saha/contract";
import { useSearch } from "@tanstack/react-router";
import { call, Refusal } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { useLocalized } from "../../text/use-localized.ts";
import { useListChanges } from "../../ui/data-table/use-list-changes.ts";
import { ResourcePage } from "../../ui/resource-page/resource-page.tsx";
import { snackbar } from "../../ui/toast/snackbar.ts";
import { ticketColumns } from "./ticket-columns.tsx";
import { TicketDialog } from "./ticket-dialog.tsx";

/**
 * The free tickets as administrators see them: every column of spec §2, add, edit, delete; one that is taken can be
 * hidden.
 */
export function DashboardFreeTickets() {
  const { find = "" } = useSearch({ from: "/dashboard/dashboard/tickets/free" });
  const changes = useListChanges(api.tickets.list);

  async function hide({ id }: Ticket) {
    const hidden = await call(api.tickets.update, { params: { id: String(id) }, body: { visible: false } });
    changes.saved(hidden);
    snackbar(m.form_saved({ name: hidden.title }));
  }

  return (
    <ResourcePage
      list={api.tickets.list}
      select={onlyFree}
      title={m.tickets_table_free()}
      sought={find}
      columns={useLocalized(ticketColumns)}
      nameOf={({ title }) => title}
      whenEmpty={{ title: m.tickets_none_title(), text: m.tickets_none_text() }}
      add={m.tickets_add()}
      form={TicketDialog}
      remove={{
        endpoint: api.tickets.remove,
        title: m.tickets_delete_title(),
        text: ({ title }) => m.tickets_delete_text({ title }),
        adviceOn: (cause, ticket) =>
          cause instanceof Refusal && cause.code === "ticket.has_purchases" && ticket.visible
            ? { label: m.tickets_hide(), press: () => hide(ticket) }
            : undefined,
      }}
    />
  );
}

function onlyFree(tickets: Ticket[]): Ticket[] {
  return tickets.filter(({ categoryId }) => categoryId === Category.Free);
}
