import { api, Category, type TicketCategory } from "@saha/contract";
import { call } from "../../api.ts";
import { callOnce } from "../../call-once.ts";
import { m } from "../../text/compiled/messages.js";
import { useLocalized } from "../../text/use-localized.ts";
import { createdAndUpdated, idColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column } from "../../ui/data-table/columns.ts";
import { FormDialog } from "../../ui/form-dialog/form-dialog.tsx";
import { ResourcePage, type RowFormProps } from "../../ui/resource-page/resource-page.tsx";

/** The ticket categories (spec §2); the basic three can be neither changed nor deleted. */
export function DashboardCategories() {
  return (
    <ResourcePage
      list={api.categories.list}
      title={m.tickets_table_categories()}
      columns={useLocalized(categoryColumns)}
      nameOf={({ name }) => name}
      whenEmpty={{ title: m.tickets_category_none_title(), text: m.tickets_category_none_text() }}
      add={m.tickets_category_add()}
      form={CategoryDialog}
      remove={{
        endpoint: api.categories.remove,
        title: m.tickets_category_delete_title(),
        text: ({ name }) => m.tickets_category_delete_text({ name }),
      }}
      disabledReason={({ id }) => (id <= Category.Paid ? m.tickets_category_protected() : null)}
    />
  );
}

function CategoryDialog({ row, onSaved, onClose }: RowFormProps<TicketCategory>) {
  return (
    <FormDialog
      title={row ? m.tickets_category_edit_title() : m.tickets_category_add_title()}
      submitLabel={row ? m.form_save() : m.form_add()}
      fields={[{ kind: "text", name: "name", label: m.tickets_col_name(), isRequired: true }]}
      values={{ name: row?.name ?? "" }}
      isEdit={row !== null}
      onClose={onClose}
      onSubmit={async (body) =>
        onSaved(
          row
            ? await call(api.categories.update, { params: { id: String(row.id) }, body })
            : await callOnce(api.categories.create, { body }),
        )
      }
    />
  );
}

function categoryColumns(): Column<TicketCategory>[] {
  return [
    idColumn(),
    { id: "name", title: m.tickets_col_name(), value: ({ name }) => name, width: 220, grow: 2, isMain: true },
    ...createdAndUpdated<TicketCategory>(),
  ];
}
