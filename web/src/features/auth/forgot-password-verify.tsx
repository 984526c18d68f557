import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "@saha/contract";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { issuesOf, refusalOf } from "../../ui/form/issues.ts";
import { OneTimeCode } from "../../ui/one-time-code/one-time-code.tsx";
import { SendCodeButton } from "../../ui/one-time-code/send-code-button.tsx";
import { toast } from "../../ui/toast/toast.ts";
import classes from "./auth-frame.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import { BackLink } from "./back-link.tsx";
import { MailedTo } from "./mailed-to.tsx";
import { PasswordField } from "./password-field.tsx";

/** Sets a new password by a mailed code, then leads to login: it signs nobody in (spec §2, rules §3). */
export function ForgotPasswordVerify() {
  const { email: known } = useSearch({ from: "/web/forgot-password-verify" });
  return <ResetForm key={known} known={known} />;
}

function ResetForm({ known }: { known: string | undefined }) {
  const navigate = useNavigate();
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const empty = { email: known ?? "", otp: "", password: "", password_confirmation: "" };
  const form = useForm({
    initialValues: empty,
    validate: (values) => issuesOf(api.auth.resetPassword.body, values),
  });

  async function submit(typed: typeof empty) {
    setIsBusy(true);
    setMessage(null);
    try {
      await call(api.auth.resetPassword, { body: typed });
      void toast({ kind: "success", message: m.password_reset_done() });
      await navigate({ to: "/login", search: ({ from }) => (from ? { from } : {}) });
    } catch (cause) {
      const { atFields, message: sentence } = refusalOf(cause, Object.keys(empty), m.password_reset_failed());
      form.setErrors(atFields);
      setMessage(known && atFields.email ? atFields.email : sentence);
      form.getInputNode(Object.keys(atFields)[0] ?? "")?.focus();
    } finally {
      setIsBusy(false);
    }
  }

  async function send() {
    if (form.validateField("email").hasError) {
      form.getInputNode("email")?.focus();
      return false;
    }
    return call(api.auth.recoverPassword, { body: { email: form.getValues().email } });
  }

  return (
    <AuthFrame
      title={m.password_reset_title()}
      lead={m.password_reset_lead()}
      foot={<BackLink to="/login" text={m.password_back_to_login()} />}
    >
      <form
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit(submit, (errors) => form.getInputNode(Object.keys(errors)[0] ?? "")?.focus())}
      >
        <p role="alert" className={classes.message}>
          {message}
        </p>
        {known ? (
          <MailedTo label={m.password_reset_sent_to()} email={known} />
        ) : (
          <TextInput
            label={m.verify_email()}
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            maxLength={254}
            {...form.getInputProps("email")}
          />
        )}
        <OneTimeCode label={m.verify_code()} {...form.getInputProps("otp")} />
        <SendCodeButton wasSent={known !== undefined} send={send} />
        <PasswordField
          label={m.password_new()}
          description={m.password_rule()}
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
        <PasswordField
          label={m.password_confirmation()}
          autoComplete="new-password"
          {...form.getInputProps("password_confirmation")}
        />
        <Button type="submit" size="lg" fullWidth loading={isBusy}>
          {m.password_reset_submit()}
        </Button>
      </form>
    </AuthFrame>
  );
}
