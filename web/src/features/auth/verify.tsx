import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "@saha/contract";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api.ts";
import { enter } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { issuesOf, refusalOf } from "../../ui/form/issues.ts";
import { OneTimeCode } from "../../ui/one-time-code/one-time-code.tsx";
import { SendCodeButton } from "../../ui/one-time-code/send-code-button.tsx";
import classes from "./auth-frame.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import { BackLink } from "./back-link.tsx";
import style from "./code-screens.module.css";
import { MailedTo } from "./mailed-to.tsx";

/** Verifies an email by its mailed code, which signs in; the guard of this route then leads home (spec §2). */
export function Verify() {
  const { email: known } = useSearch({ from: "/web/verify" });
  return <VerifyForm key={known} known={known} />;
}

function VerifyForm({ known }: { known: string | undefined }) {
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useForm({
    initialValues: { email: known ?? "", otp: "" },
    validate: (values) => issuesOf(api.auth.verification.body, values),
  });

  async function submit(typed: { email: string; otp: string }) {
    setIsBusy(true);
    setMessage(null);
    try {
      enter(await call(api.auth.verification, { body: typed }));
    } catch (cause) {
      const { atFields, message: sentence } = refusalOf(cause, ["email", "otp"]);
      form.setErrors(atFields);
      setMessage(known && atFields.email ? atFields.email : sentence);
      form.getInputNode(Object.keys(atFields)[0] ?? "")?.focus();
      setIsBusy(false);
    }
  }

  async function send() {
    if (form.validateField("email").hasError) {
      form.getInputNode("email")?.focus();
      return false;
    }
    return call(api.auth.sendVerification, { body: { email: form.getValues().email } });
  }

  return (
    <AuthFrame
      title={m.verify_title()}
      lead={m.verify_lead()}
      foot={<BackLink to="/register" text={m.verify_back()} />}
    >
      <form
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit(submit, (errors) => form.getInputNode(Object.keys(errors)[0] ?? "")?.focus())}
      >
        <p role="alert" className={classes.message}>
          {message}
        </p>
        {known ? (
          <MailedTo label={m.verify_sent_to()} email={known} />
        ) : (
          <TextInput
            label={m.verify_email()}
            description={m.verify_email_hint()}
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            maxLength={254}
            {...form.getInputProps("email")}
          />
        )}
        <OneTimeCode label={m.verify_code()} {...form.getInputProps("otp")} />
        <Button type="submit" size="lg" fullWidth loading={isBusy}>
          {m.verify_submit()}
        </Button>
        <SendCodeButton wasSent={known !== undefined} send={send} />
        <p className={style.hint}>{m.verify_spam()}</p>
      </form>
    </AuthFrame>
  );
}
