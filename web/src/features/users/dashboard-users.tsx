import { api, Role, type User } from "@saha/contract";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { useMember } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { openingDay } from "../../text/format.ts";
import { useLocalized } from "../../text/use-localized.ts";
import { DayChoice } from "../../ui/data-table/day-choice.tsx";
import { ResourcePage } from "../../ui/resource-page/resource-page.tsx";
import { passwordAction } from "./password-action.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { userColumns } from "./user-columns.tsx";
import { UserDialog } from "./user-dialog.tsx";

/** All accounts: administrators add, change and delete them; a password-reset admin sets passwords (spec §2, §6). */
export function DashboardUsers() {
  const { roleId } = useMember();
  const isAdministrator = roleId === Role.Admin;
  const [user, setUser] = useState<User | null>(null);
  const { day } = useSearch({ from: "/dashboard/dashboard/users" });
  const navigate = useNavigate();
  const choose = (next?: string) =>
    void navigate({ to: "/dashboard/users", search: next ? { day: next } : {}, replace: true });
  // Staff do not register: they are made.
  const keep = useCallback(
    ({ roleId, createdAt }: User) => roleId === Role.User && openingDay(new Date(createdAt)) === day,
    [day],
  );
  return (
    <ResourcePage
      list={api.users.list}
      title={m.users_title()}
      columns={useLocalized(() => userColumns({ searchesAll: isAdministrator }), [isAdministrator])}
      nameOf={({ username }) => username}
      whenEmpty={{ title: m.users_none_title(), text: m.users_none_text() }}
      actions={useLocalized(() => [passwordAction(roleId, setUser)], [roleId])}
      filter={day ? { keep, clear: choose } : undefined}
      toolbar={isAdministrator && <DayChoice label={m.users_registered()} day={day} onChoose={choose} />}
      {...(isAdministrator ? forAdministrators() : { searchLabel: m.users_search_riot() })}
    >
      {user && <PasswordDialog user={user} onClose={() => setUser((now) => (now === user ? null : now))} />}
    </ResourcePage>
  );
}

function forAdministrators() {
  return {
    add: m.users_add(),
    form: UserDialog,
    remove: {
      endpoint: api.users.remove,
      title: m.users_delete_title(),
      text: ({ username }: User) => m.users_delete_text({ name: username }),
    },
  };
}
