import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "@saha/contract";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { issuesOf, refusalOf } from "../../ui/form/issues.ts";
import { toast } from "../../ui/toast/toast.ts";
import classes from "./auth-frame.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import { BackLink } from "./back-link.tsx";
import style from "./code-screens.module.css";

/** Asks for the email to recover by and goes on to the code; the answer is the same for addresses that nobody has (rules §2, §3). */
export function ForgotPassword() {
  const navigate = useNavigate();
  const { email: known, from } = useSearch({ from: "/web/forgot-password" });
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useForm({
    initialValues: { email: known ?? "" },
    validate: (values) => issuesOf(api.auth.recoverPassword.body, values),
  });

  async function submit({ email: typed }: { email: string }) {
    const email = typed.trim();
    setIsBusy(true);
    setMessage(null);
    try {
      await call(api.auth.recoverPassword, { body: { email } });
      void toast({ kind: "success", message: m.verify_sent() });
      await navigate({ to: "/forgot-password-verify", search: { email, ...(from ? { from } : {}) } });
    } catch (cause) {
      const { atFields, message: sentence } = refusalOf(cause, ["email"]);
      form.setErrors(atFields);
      setMessage(sentence);
      form.getInputNode("email")?.focus();
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <AuthFrame
      title={m.password_forgot_title()}
      lead={m.password_forgot_lead()}
      foot={<BackLink to="/login" text={m.password_back_to_login()} />}
    >
      <form
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit(submit, () => form.getInputNode("email")?.focus())}
      >
        <p role="alert" className={classes.message}>
          {message}
        </p>
        <TextInput
          label={m.verify_email()}
          type="email"
          inputMode="email"
          autoComplete="email"
          dir="ltr"
          maxLength={254}
          {...form.getInputProps("email")}
        />
        <Button type="submit" size="lg" fullWidth loading={isBusy}>
          {m.password_forgot_submit()}
        </Button>
        <p className={style.hint}>
          <Link to="/forgot-password-verify" search={from ? { from } : {}} className={classes.link}>
            {m.password_forgot_have_code()}
          </Link>
        </p>
      </form>
    </AuthFrame>
  );
}
