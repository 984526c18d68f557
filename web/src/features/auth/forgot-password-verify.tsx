import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { api } from "@saha/contract";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { useFields } from "../../ui/form/use-fields.ts";
import { OneTimeCode } from "../../ui/one-time-code/one-time-code.tsx";
import { SendCodeButton } from "../../ui/one-time-code/send-code-button.tsx";
import { useSent } from "../../ui/one-time-code/sent-codes.ts";
import { toast } from "../../ui/toast/toast.ts";
import classes from "./auth-frame.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import { BackLink } from "./back-link.tsx";
import { codeField } from "./code-field.ts";
import { MailedTo } from "./mailed-to.tsx";
import { PasswordField } from "./password-field.tsx";

const schema = async () => (await import("./bodies.ts")).resetBody;

/** Sets a new password by a mailed code, then leads to login: it signs nobody in (spec §2, rules §3). */
export function ForgotPasswordVerify() {
  const { email: known } = useSearch({ from: "/web/forgot-password-verify" });
  return <ResetForm key={known} known={known} />;
}

function ResetForm({ known }: { known: string | undefined }) {
  const navigate = useNavigate();
  const [otp, setOtp] = useState("");
  const { form, field, message, isBusy, check, typed } = useFields(
    { email: known ?? "", otp: "", password: "", password_confirmation: "" },
    schema,
    async (body) => {
      await call(api.auth.resetPassword, { body });
      void toast({ kind: "success", message: m.password_reset_done() });
      await navigate({ to: "/login", search: ({ from }) => (from ? { from } : {}) });
    },
    {
      shown: [...(known ? [] : ["email"]), "otp", "password", "password_confirmation"],
      fallback: m.password_reset_failed(),
    },
  );

  const sent = useSent("recovery", known ?? typed().email);

  async function send() {
    if (!(await check("email"))) return false;
    return call(api.auth.recoverPassword, { body: { email: typed().email } });
  }

  return (
    <AuthFrame
      title={m.password_reset_title()}
      lead={m.password_reset_lead()}
      foot={<BackLink to="/login" text={m.password_back_to_login()} />}
    >
      <form {...form} className={classes.form}>
        <p role="alert" className={classes.message}>
          {message}
        </p>
        {known ? (
          <MailedTo label={sent.until > 0 ? m.password_reset_sent_to() : m.verify_email()} email={known} />
        ) : (
          <TextInput
            label={m.verify_email()}
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            maxLength={254}
            {...field("email")}
          />
        )}
        <OneTimeCode label={m.verify_code()} {...codeField(field("otp"), otp, setOtp)} />
        <SendCodeButton {...sent} send={send} />
        <PasswordField
          label={m.password_new()}
          description={m.password_rule()}
          autoComplete="new-password"
          {...field("password")}
        />
        <PasswordField
          label={m.password_confirmation()}
          autoComplete="new-password"
          {...field("password_confirmation")}
        />
        <Button type="submit" size="lg" fullWidth loading={isBusy}>
          {m.password_reset_submit()}
        </Button>
      </form>
    </AuthFrame>
  );
}
