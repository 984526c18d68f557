import "@mantine/core/styles/Input.css";
import { useForm } from "@mantine/form";
import { api } from "@saha/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, keyOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { issuesOf, refusalOf } from "../../ui/form/issues.ts";
import { DialogFoot, DialogFrame } from "../../ui/form-dialog/dialog-frame.tsx";
import { toast } from "../../ui/toast/toast.ts";
import classes from "./auth-frame.module.css";
import style from "./code-screens.module.css";
import { PasswordField } from "./password-field.tsx";

const empty = { password: "", newPassword: "", newPasswordConfirmation: "" };

/** Changes the own password: 480 wide, titled Create New Password (spec §2, §9); the other devices are signed out (rules §3). */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useForm({
    initialValues: empty,
    onValuesChange: () => setMessage(null),
    validate: (values) => issuesOf(api.auth.changePassword.body, values),
  });

  async function submit(typed: typeof empty) {
    setIsBusy(true);
    setMessage(null);
    try {
      await call(api.auth.changePassword, { body: typed });
      void queries.invalidateQueries({ queryKey: keyOf(api.auth.sessions) });
      void toast({ kind: "success", message: m.password_changed() });
      onClose();
    } catch (cause) {
      const { atFields, message: sentence } = refusalOf(cause, Object.keys(empty), m.password_change_failed());
      form.setErrors(atFields);
      setMessage(sentence);
      form.getInputNode(Object.keys(atFields)[0] ?? "")?.focus();
      setIsBusy(false);
    }
  }

  return (
    <DialogFrame title={m.password_change_title()} size={480} isTouched={form.isDirty()} onClose={onClose}>
      <form
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit(submit, (errors) => form.getInputNode(Object.keys(errors)[0] ?? "")?.focus())}
      >
        <p role="alert" className={classes.message}>
          {message}
        </p>
        <PasswordField
          label={m.password_old()}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps("password")}
        />
        <PasswordField
          label={m.password_new()}
          description={m.password_rule()}
          autoComplete="new-password"
          {...form.getInputProps("newPassword")}
        />
        <PasswordField
          label={m.password_confirmation()}
          autoComplete="new-password"
          {...form.getInputProps("newPasswordConfirmation")}
        />
        <p className={style.hint}>{m.password_change_hint()}</p>
        <DialogFoot submit={m.password_change_submit()} isSending={isBusy} onCancel={onClose} />
      </form>
    </DialogFrame>
  );
}
