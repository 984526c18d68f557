import { api, Category, type TicketCategory } from "@saha/contract";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, keyOf, queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { momentText } from "../../text/format.ts";
import { useSpoken } from "../../text/use-spoken.ts";
import { ConfirmDialog } from "../../ui/confirm/confirm-dialog.tsx";
import type { Column, RowAction } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { appended, removed, replaced } from "../../ui/data-table/list-changes.ts";
import { FormDialog } from "../../ui/form-dialog/form-dialog.tsx";
import { Page } from "../../ui/page/page.tsx";
import { snackbar } from "../../ui/toast/snackbar.ts";

type Open = { kind: "add" } | { kind: "edit" | "delete"; category: TicketCategory } | null;

const all = queryOf(api.categories.list);

/** The ticket categories (spec §2); the basic three can be neither changed nor deleted. */
export function DashboardCategories() {
  const queries = useQueryClient();
  const query = useQuery(all);
  const [open, setOpen] = useState<Open>(null);
  const columns = useSpoken(categoryColumns, []);
  const actions = useSpoken<RowAction<TicketCategory>[]>(
    () => [
      {
        id: "edit",
        name: ({ name }) => m.tickets_category_edit({ name: name }),
        icon: <IconPencil size={20} aria-hidden />,
        hindrance: whyProtected,
        press: (category) => setOpen({ kind: "edit", category }),
      },
      {
        id: "delete",
        name: ({ name }) => m.tickets_category_delete({ name: name }),
        icon: <IconTrash size={20} aria-hidden />,
        tone: "danger",
        hindrance: whyProtected,
        press: (category) => setOpen({ kind: "delete", category }),
      },
    ],
    [],
  );

  function change(next: (categories: readonly TicketCategory[]) => TicketCategory[]) {
    queries.setQueryData(all.queryKey, (now) => now && next(now));
    void queries.invalidateQueries({ queryKey: keyOf(api.categories.list) });
    setOpen(null);
  }

  async function save(body: { name: string }) {
    if (open?.kind !== "edit") {
      const added = await call(api.categories.create, { body });
      change(appended(added));
      return snackbar(m.form_added({ name: added.name }));
    }
    const params = { id: String(open.category.id) };
    const saved = await call(api.categories.update, { params, body });
    change(replaced(saved));
    snackbar(m.form_saved({ name: saved.name }));
  }

  return (
    <Page width="wide">
      <DataTable
        title={m.tickets_table_categories()}
        query={query}
        columns={columns}
        actions={actions}
        nameOf={({ name }) => name}
        add={{ label: m.tickets_category_add(), press: () => setOpen({ kind: "add" }) }}
        whenEmpty={{ title: m.tickets_category_none_title(), text: m.tickets_category_none_text() }}
      />
      {(open?.kind === "add" || open?.kind === "edit") && (
        <FormDialog
          title={open.kind === "edit" ? m.tickets_category_edit_title() : m.tickets_category_add_title()}
          submitLabel={open.kind === "edit" ? m.tickets_save() : m.tickets_create()}
          fields={[{ kind: "text", name: "name", label: m.tickets_col_name(), isRequired: true }]}
          values={{ name: open.kind === "edit" ? open.category.name : "" }}
          onClose={() => setOpen(null)}
          onSubmit={save}
        />
      )}
      {open?.kind === "delete" && (
        <ConfirmDialog
          title={m.tickets_category_delete_title()}
          confirm={m.form_delete()}
          tone="error"
          onClose={() => setOpen(null)}
          onConfirm={async () => {
            const { id } = await call(api.categories.remove, { params: { id: String(open.category.id) } });
            change(removed(id));
            snackbar(m.form_deleted({ name: open.category.name }));
          }}
        >
          {m.tickets_category_delete_text({ name: open.category.name })}
        </ConfirmDialog>
      )}
    </Page>
  );
}

function categoryColumns(): Column<TicketCategory>[] {
  return [
    { id: "id", title: m.tickets_col_id(), value: ({ id }) => id, width: 100, grow: 0, align: "end" },
    { id: "name", title: m.tickets_col_name(), value: ({ name }) => name, width: 220, grow: 2, isMain: true },
    moment("createdAt", m.tickets_col_created()),
    moment("updatedAt", m.tickets_col_updated()),
  ];
}

function moment(id: "createdAt" | "updatedAt", title: string): Column<TicketCategory> {
  return {
    id,
    title,
    value: (category) => category[id],
    show: (category) => <span dir="ltr">{momentText(category[id])}</span>,
    text: (category) => momentText(category[id]),
    width: 190,
  };
}

function whyProtected({ id }: TicketCategory): string | null {
  return id <= Category.Paid ? m.tickets_category_protected() : null;
}
