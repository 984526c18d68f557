import { api, type Request, Role, type User } from "@saha/contract";
import * as z from "zod/mini";

/** What the add dialog holds while one types. */
export type NewUser = {
  username: string;
  riotId: string;
  password: string;
  password_confirmation: string;
  roleId: Role;
};

export type EditedUser = NewUser & { isBlocked: boolean; isVerified: boolean };

export const blankUser: NewUser = {
  username: "",
  riotId: "",
  password: "",
  password_confirmation: "",
  roleId: Role.User,
};

/** Name and role required, the confirmation equal to the password, which may stay empty (spec §5: update user). */
export const EditedUserCheck = z.pipe(
  z.transform((typed: EditedUser): z.input<typeof api.users.update.body> => ({ ...typed, ...passwordOf(typed) })),
  api.users.update.body,
);

export function editedUserOf({ username, riotId, roleId, isBlocked, isVerified }: User): EditedUser {
  return { ...blankUser, username, riotId: riotId ?? "", roleId, isBlocked, isVerified };
}

/**
 * What is sent for an edited account: only what differs from the row, so that an old list never undoes what others
 * changed meanwhile, and the password only when it is not blank (spec §5).
 */
export function changesOf(user: User, typed: EditedUser): Request<typeof api.users.update>["body"] {
  const before = editedUserOf(user);
  const changed = (["username", "riotId", "roleId", "isBlocked", "isVerified"] as const).filter(
    (field) => typed[field] !== before[field],
  );
  const { password, password_confirmation } = passwordOf(typed);
  return {
    ...Object.fromEntries(changed.map((field) => [field, typed[field]])),
    ...(password === undefined ? {} : { password, password_confirmation: password_confirmation ?? "" }),
  };
}

function passwordOf(typed: NewUser) {
  const given = (text: string) => (text.trim() === "" ? undefined : text);
  return { password: given(typed.password), password_confirmation: given(typed.password_confirmation) };
}
