import { api, Role, type User } from "@saha/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, keyOf, queryOf } from "../../api.ts";
import { settle, useMember } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { useSpoken } from "../../text/use-spoken.ts";
import { ConfirmDialog } from "../../ui/confirm/confirm-dialog.tsx";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { appended, removed, replaced } from "../../ui/data-table/list-changes.ts";
import { Page } from "../../ui/page/page.tsx";
import { snackbar } from "../../ui/toast/snackbar.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { type Doing, userActions } from "./user-actions.tsx";
import { userColumns } from "./user-columns.tsx";
import { AddUserDialog, EditUserDialog } from "./user-dialog.tsx";

const all = queryOf(api.users.list);

/** All accounts: administrators add, change and delete them; a password-reset admin sets passwords (spec §2, §6). */
export function DashboardUsers() {
  const member = useMember();
  const isAdministrator = member.roleId === Role.Admin;
  const queries = useQueryClient();
  const query = useQuery(all);
  const [open, setOpen] = useState<Doing | { kind: "add" } | null>(null);
  const columns = useSpoken(() => userColumns({ searchesAll: isAdministrator }), [isAdministrator]);
  const actions = useSpoken(() => userActions(member.roleId, setOpen), [member.roleId]);
  const close = () => setOpen(null);

  /** What stays on the screen changes at once (spec §4); what others changed meanwhile comes with the next answer. */
  function change(next: (users: readonly User[]) => User[]) {
    queries.setQueryData(all.queryKey, (now) => now && next(now));
    void queries.invalidateQueries({ queryKey: keyOf(api.users.list) });
    close();
  }

  function saved(user: User) {
    if (user.id === member.id) settle(user);
    const isNew = open?.kind === "add";
    change(isNew ? appended(user) : replaced(user));
    snackbar((isNew ? m.form_added : m.form_saved)({ name: user.username }));
  }

  return (
    <Page width="wide">
      <DataTable
        title={m.users_title()}
        query={query}
        columns={columns}
        actions={actions}
        nameOf={({ username }) => username}
        {...(isAdministrator
          ? { add: { label: m.users_add(), press: () => setOpen({ kind: "add" }) } }
          : { searchLabel: m.users_search_riot() })}
        whenEmpty={{ title: m.users_none_title(), text: m.users_none_text() }}
      />
      {open?.kind === "add" && <AddUserDialog onSaved={saved} onClose={close} />}
      {open?.kind === "edit" && <EditUserDialog user={open.user} onSaved={saved} onClose={close} />}
      {open?.kind === "password" && <PasswordDialog user={open.user} onClose={close} />}
      {open?.kind === "delete" && (
        <ConfirmDialog
          title={m.users_delete_title()}
          confirm={m.form_delete()}
          tone="error"
          onClose={close}
          onConfirm={async () => {
            const { id } = await call(api.users.remove, { params: { id: String(open.user.id) } });
            change(removed(id));
            snackbar(m.form_deleted({ name: open.user.username }));
          }}
        >
          {m.users_delete_text({ name: open.user.username })}
        </ConfirmDialog>
      )}
    </Page>
  );
}
