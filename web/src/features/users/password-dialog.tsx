import { api, type User } from "@saha/contract";
import { useQueryClient } from "@tanstack/react-query";
import { call, keyOf } from "../../api.ts";
import { sayEmailTaken } from "../../say-forgotten.ts";
import { m } from "../../text/compiled/messages.js";
import { FormDialog } from "../../ui/form-dialog/form-dialog.tsx";
import { snackbar } from "../../ui/toast/snackbar.ts";

/** Sets the password of an account, which is signed out everywhere by it (spec §5: password update, rules §3). */
export function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <FormDialog
      title={m.users_password_title({ name: user.username })}
      submitLabel={m.users_password_save()}
      fields={[
        {
          kind: "password",
          name: "password",
          label: m.users_new_password(),
          hint: m.users_password_hint(),
          isRequired: true,
        },
        { kind: "password", name: "password_confirmation", label: m.users_confirmation(), isRequired: true },
      ]}
      values={{ password: "", password_confirmation: "" }}
      schema={api.users.setPassword.body}
      onClose={onClose}
      onSubmit={async (body) => {
        const set = await call(api.users.setPassword, { params: { id: String(user.id) }, body });
        snackbar(m.users_password_saved());
        sayEmailTaken(set);
        if (set.forgottenEmail !== undefined) void queries.invalidateQueries({ queryKey: keyOf(api.users.list) });
        onClose();
      }}
    />
  );
}
