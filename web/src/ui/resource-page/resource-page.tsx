import type { deleted, Endpoint, idParams } from "@saha/contract";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useState } from "react";
import { call, keyOf, queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { useLocalized } from "../../text/use-localized.ts";
import { type Advice, ConfirmDialog } from "../confirm/confirm-dialog.tsx";
import type { Column, RowAction } from "../data-table/columns.ts";
import { DataTable, type RowFilter } from "../data-table/data-table.tsx";
import { type ListOf, useListChanges } from "../data-table/use-list-changes.ts";
import { Page } from "../page/page.tsx";
import { snackbar } from "../toast/snackbar.ts";

/** What a resource page hands to its form: the row to edit, or null to add one. */
export type RowFormProps<Row> = { row: Row | null; onSaved: (row: Row) => void; onClose: () => void };

/** How a row is deleted: the call, the question before it, and what to do instead when it is refused. */
type Removal<Row> = {
  endpoint: Endpoint & { params: typeof idParams; data: typeof deleted };
  title: string;
  text: (row: Row) => string;
  /** What the call says that was shown of the row, where it must not be something else by now (0203). */
  shown?: (row: Row) => Record<string, string>;
  adviceOn?: (cause: unknown, row: Row) => Advice | undefined;
};

type Open<Row> = { kind: "add" } | { kind: "edit" | "delete"; row: Row };

type Props<Row> = {
  list: ListOf<Row>;
  /** Takes the page's rows from the list; declared outside of the component, so that it keeps its identity. */
  select?: (rows: Row[]) => Row[];
  title: string;
  /** Made by `useLocalized`, so that rows are drawn again only when something changed. */
  columns: readonly Column<Row>[];
  /** Queries of the names that columns show: the table waits for them, so that no cell moves when they come. */
  names?: readonly { isPending: boolean }[];
  /** What a row is called in the names of its actions and in snackbars. */
  nameOf: (row: Row) => string;
  whenEmpty: { title: string; text: string };
  /** The label of the add button. */
  add?: string;
  /** The dialog that adds and edits. */
  form?: ComponentType<RowFormProps<Row>>;
  remove?: Removal<Row>;
  /** Why a row can be neither edited nor deleted; null when it can. */
  disabledReason?: (row: Row) => string | null;
  /** Slot for own row actions, between edit and delete; made by `useLocalized`. */
  actions?: readonly RowAction<Row>[];
  /** Slot for own dialogs. */
  children?: ReactNode;
  searchLabel?: string;
  sought?: string;
  filter?: RowFilter<Row> | undefined;
  toolbar?: ReactNode;
  /** Other lists that the page shows parts of: its refresh fetches them again as well. */
  related?: readonly Endpoint[];
};

/**
 * Shows a list of rows as a searchable table and lets them be added, edited and deleted (spec §2); what has no prop is
 * not offered. It serves plain tables and takes no modes: a page that needs more than its two slots composes
 * `DataTable`, `useListChanges` and its dialogs itself.
 */
export function ResourcePage<Row extends { id: number }>(props: Props<Row>) {
  const {
    list,
    select,
    add,
    form: Form,
    remove,
    disabledReason,
    actions: own,
    nameOf,
    names,
    children,
    related = [],
    ...table
  } = props;
  const rows = useQuery({ ...queryOf(list), ...(select && { select }) });
  const isUnnamed = names?.some(({ isPending }) => isPending) ?? false;
  const query = isUnnamed ? { ...rows, data: undefined } : rows;
  const changes = useListChanges(list);
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open<Row> | null>(null);
  // An answer that comes once its dialog was closed leaves the next one open.
  const close = () => setOpen((now) => (now === open ? null : now));

  const canEdit = Form !== undefined;
  const canDelete = remove !== undefined;
  const actions = useLocalized(() => {
    const reason = disabledReason && { disabledReason };
    const edit: RowAction<Row> = {
      id: "edit",
      name: (row) => m.table_edit({ name: nameOf(row) }),
      label: m.table_edit_label(),
      icon: <IconPencil size={20} aria-hidden />,
      press: (row) => setOpen({ kind: "edit", row }),
      ...reason,
    };
    const deletion: RowAction<Row> = {
      id: "delete",
      name: (row) => m.table_delete({ name: nameOf(row) }),
      label: m.table_delete_label(),
      icon: <IconTrash size={20} aria-hidden />,
      tone: "danger",
      press: (row) => setOpen({ kind: "delete", row }),
      ...reason,
    };
    return [...(canEdit ? [edit] : []), ...(own ?? []), ...(canDelete ? [deletion] : [])];
    // What names a row may be known only once those names are.
  }, [canEdit, canDelete, own, isUnnamed]);

  function refetch() {
    for (const endpoint of related) void queries.invalidateQueries({ queryKey: keyOf(endpoint) });
    return query.refetch();
  }

  function saved(row: Row) {
    changes.saved(row);
    snackbar((open?.kind === "add" ? m.form_added : m.form_saved)({ name: nameOf(row) }));
    close();
  }

  return (
    <Page width="wide">
      <DataTable
        {...table}
        query={{ ...query, refetch }}
        actions={actions}
        nameOf={nameOf}
        {...(add && { add: { label: add, press: () => setOpen({ kind: "add" }) } })}
      />
      {Form && open?.kind === "add" && <Form row={null} onSaved={saved} onClose={close} />}
      {Form && open?.kind === "edit" && <Form row={open.row} onSaved={saved} onClose={close} />}
      {remove && open?.kind === "delete" && (
        <ConfirmDialog
          title={remove.title}
          confirm={m.form_delete()}
          tone="error"
          onClose={close}
          onConfirm={async () => {
            const shown = remove.shown?.(open.row);
            const removing = call(remove.endpoint, {
              params: { id: String(open.row.id) },
              ...(shown && { query: shown }),
            });
            // Refused, the row may be another one by now.
            removing.catch(changes.renew);
            changes.removed((await removing).id);
            snackbar(m.form_deleted({ name: nameOf(open.row) }));
            close();
          }}
          adviceOn={(cause) => {
            const advice = remove.adviceOn?.(cause, open.row);
            return advice && { ...advice, press: () => advice.press().then(close) };
          }}
        >
          {remove.text(open.row)}
        </ConfirmDialog>
      )}
      {children}
    </Page>
  );
}
