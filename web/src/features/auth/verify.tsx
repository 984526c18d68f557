import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { api } from "@saha/contract";
import { Link, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { call, isLost, Refusal, saidOtherwise } from "../../api.ts";
import { enter } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { useFields } from "../../ui/form/use-fields.ts";
import { OneTimeCode } from "../../ui/one-time-code/one-time-code.tsx";
import { SendCodeButton } from "../../ui/one-time-code/send-code-button.tsx";
import { useSent } from "../../ui/one-time-code/sent-codes.ts";
import classes from "./auth-frame.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import { BackLink } from "./back-link.tsx";
import { codeField } from "./code-field.ts";
import style from "./code-screens.module.css";
import { MailedTo } from "./mailed-to.tsx";

const schema = async () => (await import("./bodies.ts")).verificationBody;

/** Verifies an email by its mailed code, which signs in; the guard of this route then leads home (spec §2). */
export function Verify() {
  const { email: known } = useSearch({ from: "/web/verify" });
  return <VerifyForm key={known} known={known} />;
}

function VerifyForm({ known }: { known: string | undefined }) {
  const [otp, setOtp] = useState("");
  const wasLost = useRef(false);
  const { form, field, message, isBusy, check, typed } = useFields(
    { email: known ?? "", otp: "" },
    schema,
    async (body) => {
      try {
        enter(await call(api.auth.verification, { body }));
      } catch (cause) {
        // A code whose answer was lost may have done its work, and is none any more.
        const isRefused = cause instanceof Refusal && cause.code === "auth.wrong_code";
        if (isRefused && wasLost.current) throw saidOtherwise(cause, m.verify_maybe_done());
        wasLost.current ||= isLost(cause);
        throw cause;
      }
    },
    { shown: known ? ["otp"] : ["email", "otp"] },
  );

  const sent = useSent("verification", known ?? typed().email);

  async function send() {
    if (!(await check("email"))) return false;
    return call(api.auth.sendVerification, { body: { email: typed().email } });
  }

  return (
    <AuthFrame
      title={m.verify_title()}
      lead={m.verify_lead()}
      foot={<BackLink to="/register" text={m.verify_back()} />}
    >
      <form {...form} className={classes.form}>
        <p role="alert" className={classes.message}>
          {message}
        </p>
        {known ? (
          <MailedTo label={sent.until > 0 ? m.verify_sent_to() : m.verify_email()} email={known} />
        ) : (
          <TextInput
            label={m.verify_email()}
            description={m.verify_email_hint()}
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            maxLength={254}
            {...field("email")}
          />
        )}
        <OneTimeCode label={m.verify_code()} {...codeField(field("otp"), otp, setOtp)} />
        <Button type="submit" size="lg" fullWidth loading={isBusy}>
          {m.verify_submit()}
        </Button>
        <SendCodeButton {...sent} send={send} />
        <p className={style.hint}>{m.verify_spam()}</p>
        <p className={style.hint}>
          {m.verify_wrong_address()}{" "}
          <Link to="/login" className={classes.link}>
            {m.verify_wrong_way()}
          </Link>
        </p>
      </form>
    </AuthFrame>
  );
}
