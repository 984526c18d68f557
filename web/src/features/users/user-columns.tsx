import type { User } from "@saha/contract";
import { IconBan, IconCheck, IconX } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import { roleName } from "../../text/role-name.ts";
import { Chip } from "../../ui/chip/chip.tsx";
import type { Column } from "../../ui/data-table/columns.ts";

/** The columns of the users table (spec §2), in its order. Administrators search all fields, others match only Riot ID (spec §6). */
export function userColumns({ searchesAll }: { searchesAll: boolean }): Column<User>[] {
  const columns: Column<User>[] = [
    { id: "id", title: m.users_col_id(), value: ({ id }) => id, width: 72, grow: 0, align: "end" },
    {
      id: "username",
      title: m.users_col_username(),
      value: ({ username }) => username,
      text: ({ username, name }) => `${username} ${name ?? ""}`,
      width: 136,
      grow: 0,
      isMain: true,
    },
    { id: "riotId", title: m.users_col_riot(), value: ({ riotId }) => riotId, width: 124, grow: 0 },
    { id: "email", title: m.users_col_email(), value: ({ email }) => email, width: 144, grow: 2 },
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
      width: 130,
      grow: 0,
    },
    {
      id: "isVerified",
      title: m.users_col_verified(),
      value: ({ isVerified }) => isVerified,
      show: ({ isVerified }) =>
        isVerified ? (
          <Chip tone="success" icon={<IconCheck />}>
            {m.users_verified()}
          </Chip>
        ) : (
          <Chip tone="error" icon={<IconX />}>
            {m.users_not_verified()}
          </Chip>
        ),
      text: ({ isVerified }) => (isVerified ? m.users_col_verified() : ""),
      width: 98,
      grow: 0,
    },
    {
      id: "role",
      title: m.users_col_role(),
      value: ({ roleId }) => roleName(roleId),
      width: 208,
      grow: 0,
    },
  ];
  return searchesAll ? columns : columns.map((column) => (column.id === "riotId" ? column : { ...column, text: null }));
}
