import { api, type Request, Role, type User } from "@saha/contract";
import * as z from "zod/mini";
import { differing } from "../../ui/form/differing.ts";

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

/** What is sent for an edited account: what differs from the row, and the password unless it is blank (spec §5). */
export function changesOf(user: User, typed: EditedUser): Request<typeof api.users.update>["body"] {
  const { password: _p, password_confirmation: _c, ...changed } = differing(editedUserOf(user), typed);
  const { password, password_confirmation } = passwordOf(typed);
  return {
    ...changed,
    // What the switch stood beside, and no other address.
    ...(changed.isVerified && { vouchedEmail: user.email }),
    ...(password === undefined ? {} : { password, password_confirmation: password_confirmation ?? "" }),
  };
}

function passwordOf(typed: NewUser) {
  const given = (text: string) => (text.trim() === "" ? undefined : text);
  return { password: given(typed.password), password_confirmation: given(typed.password_confirmation) };
}
