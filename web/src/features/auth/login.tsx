import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { login } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { useFields } from "../../ui/form/use-fields.ts";
import classes from "./auth-frame.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import style from "./code-screens.module.css";
import { PasswordField } from "./password-field.tsx";

const schema = async () => (await import("./bodies.ts")).loginBody;

/** Signs in; the guard of this route then leads home or to where the visitor was going (spec §2). */
export function Login() {
  const { form, field, message, isBusy } = useFields(
    { identifier: "", password: "" },
    schema,
    ({ identifier, password }) => login(identifier.trim(), password),
  );
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
      <form {...form} className={classes.form}>
        <p role="alert" className={classes.message}>
          {message}
        </p>
        <TextInput
          label={m.auth_identifier()}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          {...field("identifier")}
        />
        <PasswordField label={m.auth_password()} autoComplete="current-password" {...field("password")} />
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
