import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { api } from "@saha/contract";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { call } from "../../api.ts";
import { sayForgotten } from "../../say-forgotten.ts";
import { m } from "../../text/compiled/messages.js";
import { FormMessage } from "../../ui/form/form-message.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { OneTimeCode } from "../../ui/one-time-code/one-time-code.tsx";
import { SendCodeButton } from "../../ui/one-time-code/send-code-button.tsx";
import { useSent } from "../../ui/one-time-code/sent-codes.ts";
import { toast } from "../../ui/toast/toast.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { BackLink } from "./back-link.tsx";
import { rememberIdentifier } from "./known-identifier.ts";
import { MailedTo } from "./mailed-to.tsx";

const schema = async () => (await import("./bodies.ts")).resetBody;

/** Sets a new password by a mailed code, then leads to login: it signs nobody in (spec §2, rules §3). */
export function ForgotPasswordVerify() {
  const { email: known } = useSearch({ from: "/web/forgot-password-verify" });
  return <ResetForm key={known} known={known} />;
}

function ResetForm({ known }: { known: string | undefined }) {
  const navigate = useNavigate();
  const form = useForm({
    values: { email: known ?? "", otp: "", password: "", password_confirmation: "" },
    shown: [...(known ? [] : ["email"]), "otp", "password", "password_confirmation"],
    schema,
    fallback: m.password_reset_failed(),
    send: async (body) => {
      const reset = await call(api.auth.resetPassword, { body });
      void toast({ kind: "success", message: m.password_reset_done() });
      sayForgotten(reset);
      rememberIdentifier(body.email);
      await navigate({ to: "/login", search: ({ from }) => (from ? { from } : {}) });
    },
  });
  const { email } = form.typed;
  const sent = useSent("recovery", email);

  async function sendCode() {
    if (!(await form.check("email"))) return false;
    return call(api.auth.recoverPassword, { body: { email } });
  }

  return (
    <AuthFrame
      title={m.password_reset_title()}
      lead={m.password_reset_lead()}
      foot={<BackLink to="/login" text={m.password_back_to_login()} />}
    >
      <form {...form.props} className="stack gap-16">
        <FormMessage message={form.message} />
        {known ? (
          <MailedTo label={sent.wasSent ? m.password_reset_sent_to() : m.verify_email()} email={known} />
        ) : (
          <TextInput
            label={m.verify_email()}
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            maxLength={254}
            {...form.field("email")}
          />
        )}
        <OneTimeCode
          label={m.verify_code()}
          hasFocus={known !== undefined}
          onWhole={(element) => element?.querySelector<HTMLInputElement>("[name='password']")?.focus()}
          {...form.control("otp")}
        />
        <SendCodeButton {...sent} send={sendCode} />
        <PasswordField
          label={m.password_new()}
          description={m.password_rule()}
          autoComplete="new-password"
          {...form.field("password")}
        />
        <PasswordField
          label={m.password_confirmation()}
          autoComplete="new-password"
          {...form.field("password_confirmation")}
        />
        <Button type="submit" size="lg" fullWidth loading={form.isBusy}>
          {m.password_reset_submit()}
        </Button>
      </form>
    </AuthFrame>
  );
}
