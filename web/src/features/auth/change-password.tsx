import "@mantine/core/styles/Input.css";
import { api } from "@saha/contract";
import { useQueryClient } from "@tanstack/react-query";
import { call, keyOf } from "../../api.ts";
import { sayForgotten } from "../../say-forgotten.ts";
import { askUserAnew } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { FormMessage } from "../../ui/form/form-message.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { DialogFoot, DialogFrame } from "../../ui/form-dialog/dialog-frame.tsx";
import { toast } from "../../ui/toast/toast.ts";

const empty = { password: "", newPassword: "", newPasswordConfirmation: "" };

/**
 * Changes the own password: 480 wide, titled Create New Password (spec §2, §9); the other devices are signed out (rules
 * §3).
 */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const form = useForm({
    values: empty,
    schema: () => api.auth.changePassword.body,
    fallback: m.password_change_failed(),
    send: async (body) => {
      const changed = await call(api.auth.changePassword, { body });
      if (changed.forgottenEmail !== undefined) void askUserAnew().catch(() => {});
      void queries.invalidateQueries({ queryKey: keyOf(api.auth.sessions) });
      void toast({ kind: "success", message: m.password_changed() });
      sayForgotten(changed);
      onClose();
    },
  });

  return (
    <DialogFrame title={m.password_change_title()} size={480} isTouched={form.isTouched} onClose={onClose}>
      <form {...form.props} className="stack gap-16">
        <FormMessage message={form.message} />
        <PasswordField
          label={m.password_old()}
          autoComplete="current-password"
          data-autofocus
          {...form.field("password")}
        />
        <PasswordField
          label={m.password_new()}
          description={m.password_rule()}
          autoComplete="new-password"
          {...form.field("newPassword")}
        />
        <PasswordField
          label={m.password_confirmation()}
          autoComplete="new-password"
          {...form.field("newPasswordConfirmation")}
        />
        <p className="muted text-15">{m.password_change_hint()}</p>
        <DialogFoot submit={m.password_change_submit()} isSending={form.isBusy} onCancel={onClose} />
      </form>
    </DialogFrame>
  );
}
