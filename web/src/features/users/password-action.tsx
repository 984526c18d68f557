import { Role, type User } from "@saha/contract";
import { IconKey } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import type { RowAction } from "../../ui/data-table/columns.ts";

/**
 * Sets the password of an account: administrators anyone's, others only of those whom no one protects (spec §6, rules
 * §2).
 */
export function passwordAction(role: Role, press: (user: User) => void): RowAction<User> {
  return {
    id: "password",
    name: ({ username }) => m.users_password_of({ name: username }),
    label: m.users_password_label(),
    icon: <IconKey size={20} aria-hidden />,
    disabledReason: (user) => (mayNotSetPassword(role, user) ? m.users_password_protected() : null),
    press,
  };
}

function mayNotSetPassword(role: Role, { roleId }: User): boolean {
  return role !== Role.Admin && (roleId === Role.Admin || roleId === Role.PasswordResetAdmin);
}
