import { api, type PlatformRow, queuelessPlatforms } from "@saha/contract";
import { call } from "../../api.ts";
import { callOnce } from "../../call-once.ts";
import { m } from "../../text/compiled/messages.js";
import { useLocalized } from "../../text/use-localized.ts";
import { createdAndUpdated, idColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column } from "../../ui/data-table/columns.ts";
import { FormDialog } from "../../ui/form-dialog/form-dialog.tsx";
import { ResourcePage, type RowFormProps } from "../../ui/resource-page/resource-page.tsx";

/**
 * The platforms that games are played on (spec §2); Trivia, Quest and Super Trivia can be neither changed nor deleted.
 */
export function DashboardPlatforms() {
  return (
    <ResourcePage
      list={api.platforms.list}
      title={m.platforms_title()}
      columns={useLocalized(platformColumns)}
      nameOf={({ name }) => name}
      whenEmpty={{ title: m.platforms_none_title(), text: m.platforms_none_text() }}
      add={m.platforms_add()}
      form={PlatformDialog}
      remove={{
        endpoint: api.platforms.remove,
        title: m.platforms_delete_title(),
        text: ({ name }) => m.platforms_delete_text({ name }),
      }}
      disabledReason={({ id }) => (queuelessPlatforms.includes(id) ? m.platforms_protected() : null)}
    />
  );
}

function PlatformDialog({ row, onSaved, onClose }: RowFormProps<PlatformRow>) {
  return (
    <FormDialog
      title={row ? m.platforms_edit_title() : m.platforms_add_title()}
      submitLabel={row ? m.form_save() : m.form_add()}
      fields={[{ kind: "text", name: "name", label: m.platforms_col_name(), isRequired: true }]}
      values={{ name: row?.name ?? "" }}
      isEdit={row !== null}
      onClose={onClose}
      onSubmit={async (body) =>
        onSaved(
          row
            ? await call(api.platforms.update, { params: { id: String(row.id) }, body })
            : await callOnce(api.platforms.create, { body }),
        )
      }
    />
  );
}

function platformColumns(): Column<PlatformRow>[] {
  return [
    idColumn(),
    { id: "name", title: m.platforms_col_name(), value: ({ name }) => name, width: 220, grow: 2, isMain: true },
    ...createdAndUpdated<PlatformRow>(),
  ];
}
