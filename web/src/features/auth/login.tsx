import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { typedPassword } from "@saha/contract";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import * as z from "zod/mini";
import { login } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { issuesOf, refusalOf } from "../../ui/form/issues.ts";
import classes from "./auth-frame.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import style from "./code-screens.module.css";
import { PasswordField } from "./password-field.tsx";

const Typed = z.object({ identifier: z.string().check(z.trim(), z.minLength(1, "required")), password: typedPassword });

/** Signs in; the guard of this route then leads home or to where the visitor was going (spec §2). */
export function Login() {
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { identifier: "", password: "" },
    validate: (values) => issuesOf(Typed, values),
  });

  async function submit({ identifier, password }: z.infer<typeof Typed>) {
    setIsBusy(true);
    setMessage(null);
    try {
      await login(identifier.trim(), password);
    } catch (cause) {
      const { atFields, message: sentence } = refusalOf(cause, ["identifier", "password"]);
      form.setErrors(atFields);
      setMessage(sentence);
      setIsBusy(false);
    }
  }

  return (
    <AuthFrame
      title={m.auth_login_title()}
      lead={m.auth_login_lead()}
      foot={
        <>
          {m.auth_no_account()}
          <Link to="/register" className={classes.link}>
            {m.auth_to_register()}
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
          label={m.auth_identifier()}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          key={form.key("identifier")}
          {...form.getInputProps("identifier")}
        />
        <PasswordField
          label={m.auth_password()}
          autoComplete="current-password"
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <Link to="/forgot-password" search={(now) => now} className={`${classes.link} ${style.forgot}`}>
          {m.password_forgot_link()}
        </Link>
        <Button type="submit" size="lg" fullWidth loading={isBusy}>
          {m.auth_login()}
        </Button>
      </form>
    </AuthFrame>
  );
}
