import { api, type Booth } from "@saha/contract";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { call, queryOf, Refusal } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { useLocalized } from "../../text/use-localized.ts";
import { ConfirmDialog } from "../../ui/confirm/confirm-dialog.tsx";
import { idColumn, pictureColumn, yesNoColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column } from "../../ui/data-table/columns.ts";
import { useListChanges } from "../../ui/data-table/use-list-changes.ts";
import { ResourcePage } from "../../ui/resource-page/resource-page.tsx";
import { snackbar } from "../../ui/toast/snackbar.ts";
import { AssignDialog } from "./assign-dialog.tsx";
import { type Assigning, assignmentActions } from "./assignment-actions.tsx";
import { BoothDialog } from "./booth-dialog.tsx";

/** The booths (spec §2): add, edit, assign and unassign an admin, delete; one with games can be deactivated instead. */
export function DashboardBooths() {
  const { find = "" } = useSearch({ from: "/dashboard/dashboard/booths" });
  const changes = useListChanges(api.booths.list);
  const admins = useQuery(queryOf(api.booths.admins));
  const changeAdmins = useListChanges(api.booths.admins);
  const [open, setOpen] = useState<Assigning | null>(null);
  // An answer that comes once its dialog was closed leaves the next one open.
  const close = () => setOpen((now) => (now === open ? null : now));

  async function deactivate({ id }: Booth) {
    const booth = await call(api.booths.update, { params: { id: String(id) }, body: { isActive: false } });
    changes.saved(booth);
    snackbar(m.form_saved({ name: booth.name }));
  }

  return (
    <ResourcePage
      list={api.booths.list}
      title={m.booths_title()}
      sought={find}
      columns={useLocalized(boothColumns)}
      nameOf={({ name }) => name}
      whenEmpty={{ title: m.booths_none_title(), text: m.booths_none_text() }}
      add={m.booths_add()}
      form={BoothDialog}
      remove={{
        endpoint: api.booths.remove,
        title: m.booths_delete_title(),
        text: ({ name }) => m.booths_delete_text({ name }),
        adviceOn: (cause, booth) =>
          cause instanceof Refusal && cause.code === "booth.in_use" && booth.isActive
            ? { label: m.booths_deactivate(), press: () => deactivate(booth) }
            : undefined,
      }}
      actions={useLocalized(() => assignmentActions(admins, setOpen), [admins.data, admins.error])}
    >
      {open?.kind === "assign" && (
        <AssignDialog
          booth={open.booth}
          onAssigned={(admin) => {
            changeAdmins.saved(admin);
            snackbar(m.booths_assigned({ admin: admin.username, booth: open.booth.name }));
            close();
          }}
          onClose={close}
        />
      )}
      {open?.kind === "unassign" && (
        <ConfirmDialog
          title={m.booths_unassign_title()}
          confirm={m.booths_unassign_yes()}
          onClose={close}
          onConfirm={async () => {
            const body = { userId: open.admin.id, boothId: null, fromBoothId: open.booth.id };
            const unassigned = call(api.booths.assignAdmin, { body });
            // Refused, the list of before is what misled.
            unassigned.catch(() => void admins.refetch());
            changeAdmins.saved(await unassigned);
            snackbar(m.booths_unassigned({ admin: open.admin.username }));
            close();
          }}
        >
          {m.booths_unassign_text({ admin: open.admin.username, booth: open.booth.name })}
        </ConfirmDialog>
      )}
    </ResourcePage>
  );
}

function boothColumns(): Column<Booth>[] {
  return [
    idColumn(),
    { id: "name", title: m.booths_col_name(), value: ({ name }) => name, width: 240, grow: 2, isMain: true },
    pictureColumn("image", m.booths_col_image()),
    yesNoColumn("isActive", m.booths_col_active()),
  ];
}
