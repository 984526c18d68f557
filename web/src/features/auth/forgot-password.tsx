import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { api } from "@saha/contract";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { call } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { FormMessage } from "../../ui/form/form-message.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { noteSent } from "../../ui/one-time-code/sent-codes.ts";
import { toast } from "../../ui/toast/toast.ts";
import classes from "./auth-frame.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import { BackLink } from "./back-link.tsx";

const schema = async () => (await import("./bodies.ts")).recoverBody;

/**
 * Asks for the email to recover by and goes on to the code; the answer is the same for addresses that nobody has (rules
 * §2, §3).
 */
export function ForgotPassword() {
  const navigate = useNavigate();
  const { email: known, from } = useSearch({ from: "/web/forgot-password" });
  const form = useForm({ values: { email: known ?? "" }, schema, send });

  async function send(typed: { email: string }) {
    const email = typed.email.trim();
    await call(api.auth.recoverPassword, { body: { email } });
    noteSent("recovery", email);
    void toast({ kind: "success", message: m.verify_sent() });
    await navigate({ to: "/forgot-password-verify", search: { email, ...(from ? { from } : {}) } });
  }

  return (
    <AuthFrame
      title={m.password_forgot_title()}
      lead={m.password_forgot_lead()}
      foot={<BackLink to="/login" text={m.password_back_to_login()} />}
    >
      <form {...form.props} className="stack gap-16">
        <FormMessage message={form.message} />
        <TextInput
          label={m.verify_email()}
          type="email"
          inputMode="email"
          autoComplete="email"
          dir="ltr"
          maxLength={254}
          {...form.field("email")}
        />
        <Button type="submit" size="lg" fullWidth loading={form.isBusy}>
          {m.password_forgot_submit()}
        </Button>
        <p className="muted text-15">
          <Link to="/forgot-password-verify" search={from ? { from } : {}} className={classes.link}>
            {m.password_forgot_have_code()}
          </Link>
        </p>
      </form>
    </AuthFrame>
  );
}
