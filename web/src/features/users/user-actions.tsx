import { Role, type User } from "@saha/contract";
import { IconKey, IconPencil, IconTrash } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import type { RowAction } from "../../ui/data-table/columns.ts";

export type Doing = { kind: "edit" | "password" | "delete"; user: User };

/** What a role may do with an account: administrators everything, others set the passwords of those whom no one protects (spec §6, rules §2). */
export function userActions(role: Role, begin: (doing: Doing) => void): RowAction<User>[] {
  const password: RowAction<User> = {
    id: "password",
    name: ({ username }) => m.users_password_of({ name: username }),
    icon: <IconKey size={20} aria-hidden />,
    hindrance: (user) => (mayNotSetPassword(role, user) ? m.users_password_protected() : null),
    press: (user) => begin({ kind: "password", user }),
  };
  if (role !== Role.Admin) return [password];
  return [
    {
      id: "edit",
      name: ({ username }) => m.users_edit({ name: username }),
      icon: <IconPencil size={20} aria-hidden />,
      press: (user) => begin({ kind: "edit", user }),
    },
    password,
    {
      id: "delete",
      name: ({ username }) => m.users_delete({ name: username }),
      icon: <IconTrash size={20} aria-hidden />,
      tone: "danger",
      press: (user) => begin({ kind: "delete", user }),
    },
  ];
}

function mayNotSetPassword(role: Role, { roleId }: User): boolean {
  return role !== Role.Admin && (roleId === Role.Admin || roleId === Role.PasswordResetAdmin);
}
