import { api, Category, type Ticket } from "@saha/contract";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, keyOf, queryOf, Refusal } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { useSpoken } from "../../text/use-spoken.ts";
import { ConfirmDialog } from "../../ui/confirm/confirm-dialog.tsx";
import type { RowAction } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { appended, removed, replaced } from "../../ui/data-table/list-changes.ts";
import { Page } from "../../ui/page/page.tsx";
import { snackbar } from "../../ui/toast/snackbar.ts";
import { ticketColumns } from "./ticket-columns.tsx";
import { TicketDialog } from "./ticket-dialog.tsx";

type Open = { kind: "add" } | { kind: "edit" | "delete"; ticket: Ticket } | null;

const all = queryOf(api.tickets.list);

/** The free tickets as administrators see them: every column of spec §2, add, edit, delete. */
export function DashboardFreeTickets() {
  const queries = useQueryClient();
  const query = useQuery({ ...all, select: onlyFree });
  const [open, setOpen] = useState<Open>(null);
  const columns = useSpoken(ticketColumns, []);
  const actions = useSpoken<RowAction<Ticket>[]>(
    () => [
      {
        id: "edit",
        name: ({ title }) => m.tickets_edit({ title }),
        icon: <IconPencil size={20} aria-hidden />,
        press: (ticket) => setOpen({ kind: "edit", ticket }),
      },
      {
        id: "delete",
        name: ({ title }) => m.tickets_delete({ title }),
        icon: <IconTrash size={20} aria-hidden />,
        tone: "danger",
        press: (ticket) => setOpen({ kind: "delete", ticket }),
      },
    ],
    [],
  );

  /** What stays on the screen changes at once (spec §4); what others changed meanwhile comes with the next answer. */
  function change(next: (tickets: readonly Ticket[]) => Ticket[]) {
    queries.setQueryData(all.queryKey, (now) => now && next(now));
    void queries.invalidateQueries({ queryKey: keyOf(api.tickets.list) });
    setOpen(null);
  }

  async function hide({ id }: Ticket) {
    const saved = await call(api.tickets.update, { params: { id: String(id) }, body: { visible: false } });
    change(replaced(saved));
    snackbar(m.form_saved({ name: saved.title }));
  }

  return (
    <Page width="wide">
      <DataTable
        title={m.tickets_table_free()}
        query={query}
        columns={columns}
        actions={actions}
        nameOf={({ title }) => title}
        add={{ label: m.tickets_add(), press: () => setOpen({ kind: "add" }) }}
        whenEmpty={{ title: m.tickets_none_title(), text: m.tickets_none_text() }}
      />
      {(open?.kind === "add" || open?.kind === "edit") && (
        <TicketDialog
          key={open.kind}
          ticket={open.kind === "edit" ? open.ticket : null}
          onSaved={(saved) => {
            const isNew = open.kind === "add";
            change(isNew ? appended(saved) : replaced(saved));
            snackbar((isNew ? m.form_added : m.form_saved)({ name: saved.title }));
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === "delete" && (
        <ConfirmDialog
          title={m.tickets_delete_title()}
          confirm={m.form_delete()}
          tone="error"
          onClose={() => setOpen(null)}
          onConfirm={async () => {
            const { id } = await call(api.tickets.remove, { params: { id: String(open.ticket.id) } });
            change(removed(id));
            snackbar(m.form_deleted({ name: open.ticket.title }));
          }}
          adviceOn={(cause) => {
            const isTaken = cause instanceof Refusal && cause.code === "ticket.has_purchases";
            return isTaken && open.ticket.visible
              ? { label: m.tickets_hide(), press: () => hide(open.ticket) }
              : undefined;
          }}
        >
          {m.tickets_delete_text({ title: open.ticket.title })}
        </ConfirmDialog>
      )}
    </Page>
  );
}

function onlyFree(tickets: Ticket[]): Ticket[] {
  return tickets.filter(({ categoryId }) => categoryId === Category.Free);
}
