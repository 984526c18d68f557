import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { login } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { FormMessage } from "../../ui/form/form-message.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import classes from "./auth-frame.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import style from "./code-screens.module.css";
import { knownIdentifier } from "./known-identifier.ts";
import { useIsInvited } from "./use-is-invited.ts";

const schema = async () => (await import("./bodies.ts")).loginBody;

/** Signs in; the guard of this route then leads home or to where the visitor was going (spec §2). */
export function Login() {
  const isInvited = useIsInvited();
  const form = useForm({
    values: { identifier: knownIdentifier(), password: "" },
    schema,
    send: ({ identifier, password }) => login(identifier.trim(), password),
  });
  return (
    <AuthFrame
      title={m.auth_login_title()}
      lead={isInvited ? m.auth_invited_lead() : m.auth_login_lead()}
      foot={
        <>
          {m.auth_no_account()}
          <Link to="/register" search={(now) => now} className={classes.link}>
            {m.auth_to_register()}
          </Link>
        </>
      }
    >
      <form {...form.props} className="stack gap-16">
        <FormMessage message={form.message} />
        <TextInput
          label={m.auth_identifier()}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          {...form.field("identifier")}
        />
        <PasswordField label={m.auth_password()} autoComplete="current-password" {...form.field("password")} />
        <Link to="/forgot-password" search={(now) => now} className={`${classes.link} ${style.forgot}`}>
          {m.password_forgot_link()}
        </Link>
        <Button type="submit" size="lg" fullWidth loading={form.isBusy}>
          {m.auth_login()}
        </Button>
      </form>
    </AuthFrame>
  );
}
