import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "@saha/contract";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { issuesOf, refusalOf } from "../../ui/form/issues.ts";
import { toast } from "../../ui/toast/toast.ts";
import classes from "./auth-frame.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import { PasswordField } from "./password-field.tsx";

const empty = { username: "", email: "", riotId: "", password: "", password_confirmation: "" };

/** Makes an attendee's account and leads to login (spec §2), or to the code when an email was given (rules §3). */
export function Register() {
  const navigate = useNavigate();
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useForm({
    mode: "uncontrolled",
    initialValues: empty,
    validate: (values) => issuesOf(api.auth.register.body, values),
  });

  async function submit(typed: typeof empty) {
    setIsBusy(true);
    setMessage(null);
    try {
      await call(api.auth.register, { body: typed });
      void toast({ kind: "success", message: m.auth_registered() });
      const email = mailedAddress(typed);
      if (email) await navigate({ to: "/verify", search: ({ from }) => ({ email, ...(from ? { from } : {}) }) });
      else await navigate({ to: "/login", search: (now) => now });
    } catch (cause) {
      const { atFields, message: sentence } = refusalOf(cause, Object.keys(empty));
      form.setErrors(atFields);
      setMessage(sentence);
      form.getInputNode(Object.keys(atFields)[0] ?? "")?.focus();
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <AuthFrame
      title={m.auth_register_title()}
      lead={m.auth_register_lead()}
      foot={
        <>
          {m.auth_have_account()}
          <Link to="/login" className={classes.link}>
            {m.auth_to_login()}
          </Link>
        </>
      }
    >
      <form
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit(submit, (errors) => form.getInputNode(Object.keys(errors)[0] ?? "")?.focus())}
      >
        <p role="alert" className={classes.message}>
          {message}
        </p>
        <TextInput
          label={m.auth_username()}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          key={form.key("username")}
          {...form.getInputProps("username")}
        />
        <TextInput
          label={m.auth_email()}
          description={m.auth_email_hint()}
          type="email"
          inputMode="email"
          autoComplete="email"
          dir="ltr"
          maxLength={254}
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <TextInput
          label={m.auth_riot()}
          placeholder="Name#TAG"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          key={form.key("riotId")}
          {...form.getInputProps("riotId")}
        />
        <PasswordField
          label={m.auth_password()}
          autoComplete="new-password"
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <PasswordField
          label={m.auth_confirmation()}
          autoComplete="new-password"
          key={form.key("password_confirmation")}
          {...form.getInputProps("password_confirmation")}
        />
        <Button type="submit" size="lg" fullWidth loading={isBusy}>
          {m.auth_register()}
        </Button>
      </form>
    </AuthFrame>
  );
}

/** Where a code was mailed to: the email, or a username that is one (rules §3). */
function mailedAddress({ email, username }: { email: string; username: string }): string {
  return email.trim() || (username.includes("@") ? username.trim() : "");
}
