import { api, roles, type User } from "@saha/contract";
import { call } from "../../api.ts";
import { sayEmailTaken } from "../../say-forgotten.ts";
import { renewUser } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { roleName } from "../../text/role-name.ts";
import type { Field } from "../../ui/form-dialog/fields.ts";
import { FormDialog } from "../../ui/form-dialog/form-dialog.tsx";
import type { RowFormProps } from "../../ui/resource-page/resource-page.tsx";
import { blankUser, changesOf, type EditedUser, EditedUserCheck, editedUserOf, type NewUser } from "./user-form.ts";

type Props = { onSaved: (user: User) => void; onClose: () => void };

/** Adds or changes an account; whoever changes the own one sees it at once. */
export function UserDialog({ row, onSaved, onClose }: RowFormProps<User>) {
  if (!row) return <AddUserDialog onSaved={onSaved} onClose={onClose} />;
  const saved = (user: User) => {
    renewUser(user);
    onSaved(user);
  };
  return <EditUserDialog user={row} onSaved={saved} onClose={onClose} />;
}

/** Adds an account with any role (spec §5: add user). */
function AddUserDialog({ onSaved, onClose }: Props) {
  return (
    <FormDialog<NewUser>
      title={m.users_add_title()}
      submitLabel={m.form_add()}
      fields={[
        ...personFields(),
        { kind: "password", name: "password", label: m.users_password(), isRequired: true, half: true },
        {
          kind: "password",
          name: "password_confirmation",
          label: m.users_confirmation(),
          isRequired: true,
          half: true,
        },
        roleField(),
      ]}
      values={blankUser}
      schema={api.users.create.body}
      onClose={onClose}
      onSubmit={async (body) => onSaved(await call(api.users.create, { body }))}
    />
  );
}

/** Changes an account; the password only when one is typed (spec §5: update user). */
function EditUserDialog({ user, onSaved, onClose }: Props & { user: User }) {
  return (
    <FormDialog<EditedUser>
      title={m.users_edit_title()}
      submitLabel={m.form_save()}
      fields={[
        ...personFields(),
        { ...roleField(), hint: m.users_role_hint() },
        { kind: "switch", name: "isBlocked", label: m.users_switch_blocked(), hint: m.users_switch_blocked_hint() },
        // Whoever moves it vouches for that address.
        {
          kind: "switch",
          name: "isVerified",
          label: m.users_switch_verified(),
          hint: user.email ?? m.users_switch_verified_none(),
        },
        { kind: "password", name: "password", label: m.users_new_password(), hint: m.users_new_password_hint() },
        { kind: "password", name: "password_confirmation", label: m.users_confirmation() },
      ]}
      values={editedUserOf(user)}
      schema={EditedUserCheck}
      isEdit
      onClose={onClose}
      onSubmit={async (typed) => {
        const body = changesOf(user, typed);
        const { forgottenEmail, ...saved } = await call(api.users.update, { params: { id: String(user.id) }, body });
        onSaved(saved);
        sayEmailTaken({ forgottenEmail });
      }}
    />
  );
}

function personFields(): Field<"username" | "riotId">[] {
  return [
    { kind: "text", name: "username", label: m.users_col_username(), isRequired: true, half: true },
    { kind: "text", name: "riotId", label: m.users_col_riot(), half: true },
  ];
}

function roleField(): Field<"roleId"> {
  return {
    kind: "select",
    name: "roleId",
    label: m.users_col_role(),
    options: roles.map((id) => ({ value: id, label: roleName(id) })),
  };
}
