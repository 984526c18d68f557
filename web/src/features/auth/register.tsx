import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { api } from "@saha/contract";
import { Link, useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { call, isLost, Refusal } from "../../api.ts";
import { login } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { useFields } from "../../ui/form/use-fields.ts";
import { noteSent } from "../../ui/one-time-code/sent-codes.ts";
import { toast } from "../../ui/toast/toast.ts";
import classes from "./auth-frame.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import { PasswordField } from "./password-field.tsx";

const schema = async () => (await import("./bodies.ts")).registerBody;
const empty = { username: "", email: "", riotId: "", password: "", password_confirmation: "" };

/** Makes an attendee's account and leads to login (spec §2), or to the code when an email was given (rules §3). */
export function Register() {
  const navigate = useNavigate();
  const lost = useRef("");

  /** Registers; a press whose answer was lost may have made the account, which then opens by the password that was typed. */
  async function registered(typed: typeof empty): Promise<{ isCodeMailed?: boolean | undefined }> {
    try {
      return await call(api.auth.register, { body: typed });
    } catch (cause) {
      if (isLost(cause)) lost.current = typed.username;
      const isTaken = cause instanceof Refusal && cause.code === "user.username_taken";
      if (!isTaken || lost.current !== typed.username) throw cause;
      await login(typed.username, typed.password).catch(() => {
        throw cause;
      });
      return {};
    }
  }

  const { form, field, message, isBusy } = useFields(empty, schema, async (typed) => {
    const { isCodeMailed } = await registered(typed);
    void toast({ kind: "success", message: m.auth_registered() });
    if (isCodeMailed === false) void toast({ kind: "warning", message: m.verify_not_sent() });
    const email = isCodeMailed !== false && mailedAddress(typed);
    if (email) noteSent("verification", email);
    if (email) await navigate({ to: "/verify", search: ({ from }) => ({ email, ...(from ? { from } : {}) }) });
    else await navigate({ to: "/login", search: (now) => now });
  });

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
      <form {...form} className={classes.form}>
        <p role="alert" className={classes.message}>
          {message}
        </p>
        <TextInput
          label={m.auth_username()}
          description={m.auth_username_hint()}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          {...field("username")}
        />
        <TextInput
          label={m.auth_email()}
          description={m.auth_email_hint()}
          type="email"
          inputMode="email"
          autoComplete="email"
          dir="ltr"
          maxLength={254}
          {...field("email")}
        />
        <TextInput
          label={m.auth_riot()}
          placeholder="Name#TAG"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          {...field("riotId")}
        />
        <PasswordField
          label={m.auth_password()}
          description={m.password_rule()}
          autoComplete="new-password"
          {...field("password")}
        />
        <PasswordField label={m.auth_confirmation()} autoComplete="new-password" {...field("password_confirmation")} />
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
