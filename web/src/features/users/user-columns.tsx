import type { User } from "@saha/contract";
import { IconBan, IconCheck } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import { roleName } from "../../text/role-name.ts";
import { Chip } from "../../ui/chip/chip.tsx";
import { idColumn, yesNoColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column } from "../../ui/data-table/columns.ts";

/**
 * The columns of the users table (spec §2), in its order. Administrators search all fields, others match only Riot ID
 * (spec §6).
 */
export function userColumns({ searchesAll }: { searchesAll: boolean }): Column<User>[] {
  const columns: Column<User>[] = [
    idColumn(),
    {
      id: "username",
      title: m.users_col_username(),
      value: ({ username }) => username,
      text: ({ username, name }) => `${username} ${name ?? ""}`,
      width: 136,
      grow: 0,
      isMain: true,
      wraps: true,
    },
    { id: "riotId", title: m.users_col_riot(), value: ({ riotId }) => riotId, width: 130, grow: 0, wraps: true },
    { id: "email", title: m.users_col_email(), value: ({ email }) => email, width: 200, grow: 2, wraps: true },
    {
      id: "isBlocked",
      title: m.users_col_blocked(),
      value: ({ isBlocked }) => isBlocked,
      show: ({ isBlocked }) =>
        isBlocked ? (
          <Chip tone="error" icon={<IconBan />}>
            {m.users_blocked()}
          </Chip>
        ) : (
          <Chip tone="success" icon={<IconCheck />}>
            {m.users_not_blocked()}
          </Chip>
        ),
      text: ({ isBlocked }) => (isBlocked ? m.users_blocked() : ""),
      width: 122,
      grow: 0,
    },
    {
      ...yesNoColumn<User>("isVerified", m.users_col_verified()),
      width: 96,
      text: ({ isVerified }) => (isVerified ? m.users_col_verified() : ""),
    },
    {
      id: "role",
      title: m.users_col_role(),
      value: ({ roleId }) => roleName(roleId),
      width: 190,
      grow: 0,
    },
  ];
  return searchesAll ? columns : columns.map((column) => (column.id === "riotId" ? column : { ...column, text: null }));
}
