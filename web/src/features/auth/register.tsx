import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { api } from "@saha/contract";
import { Link, useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { call, isLost, Refusal } from "../../api.ts";
import { login } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { tabDraft } from "../../ui/form/drafts.ts";
import { FormMessage } from "../../ui/form/form-message.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { noteSent } from "../../ui/one-time-code/sent-codes.ts";
import { toast } from "../../ui/toast/toast.ts";
import classes from "./auth-frame.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import { rememberIdentifier } from "./known-identifier.ts";
import { useIsInvited } from "./use-is-invited.ts";

const schema = async () => (await import("./bodies.ts")).registerBody;
const empty = { username: "", email: "", riotId: "", password: "", password_confirmation: "" };
const draft = tabDraft<typeof empty>("register", ["username", "email", "riotId"]);

/** Makes an attendee's account and leads to login (spec §2), or to the code when an email was given (rules §3). */
export function Register() {
  const isInvited = useIsInvited();
  const navigate = useNavigate();
  const lost = useRef("");

  /**
   * Registers; a press whose answer was lost may have made the account, which then opens by the password that was
   * typed.
   */
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

  const form = useForm({ values: empty, schema, draft, send });

  async function send(typed: typeof empty) {
    const { isCodeMailed } = await registered(typed);
    rememberIdentifier(typed.username);
    void toast({ kind: "success", message: m.auth_registered() });
    if (isCodeMailed === false) void toast({ kind: "warning", message: m.verify_not_sent() });
    const email = isCodeMailed !== false && mailedAddress(typed);
    if (email) noteSent("verification", email);
    if (email) await navigate({ to: "/verify", search: ({ from }) => ({ email, ...(from ? { from } : {}) }) });
    else await navigate({ to: "/login", search: (now) => now });
  }

  return (
    <AuthFrame
      title={m.auth_register_title()}
      lead={isInvited ? m.auth_invited_lead() : m.auth_register_lead()}
      foot={
        <>
          {m.auth_have_account()}
          <Link to="/login" search={(now) => now} className={classes.link}>
            {m.auth_to_login()}
          </Link>
        </>
      }
    >
      <form {...form.props} className="stack gap-16">
        <FormMessage message={form.message} />
        <TextInput
          label={m.auth_username()}
          description={m.auth_username_hint()}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          {...form.field("username")}
        />
        <TextInput
          label={m.auth_email()}
          description={m.auth_email_hint()}
          type="email"
          inputMode="email"
          autoComplete="email"
          dir="ltr"
          maxLength={254}
          {...form.field("email")}
        />
        <TextInput
          label={m.auth_riot()}
          placeholder="Name#TAG"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          {...form.field("riotId")}
        />
        <PasswordField
          label={m.auth_password()}
          description={m.password_rule()}
          autoComplete="new-password"
          {...form.field("password")}
        />
        <PasswordField
          label={m.auth_confirmation()}
          autoComplete="new-password"
          {...form.field("password_confirmation")}
        />
        <Button type="submit" size="lg" fullWidth loading={form.isBusy}>
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
