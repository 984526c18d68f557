import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { api } from "@saha/contract";
import { Link, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { call, isLost, Refusal, saidOtherwise } from "../../api.ts";
import { enter } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { FormMessage } from "../../ui/form/form-message.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { OneTimeCode } from "../../ui/one-time-code/one-time-code.tsx";
import { SendCodeButton } from "../../ui/one-time-code/send-code-button.tsx";
import { useSent } from "../../ui/one-time-code/sent-codes.ts";
import classes from "./auth-frame.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import { BackLink } from "./back-link.tsx";
import { MailedTo } from "./mailed-to.tsx";

const schema = async () => (await import("./bodies.ts")).verificationBody;

/** Verifies an email by its mailed code, which signs in; the guard of this route then leads home (spec §2). */
export function Verify() {
  const { email: known } = useSearch({ from: "/web/verify" });
  return <VerifyForm key={known} known={known} />;
}

function VerifyForm({ known }: { known: string | undefined }) {
  const wasLost = useRef(false);
  const form = useForm({
    values: { email: known ?? "", otp: "" },
    shown: known ? ["otp"] : ["email", "otp"],
    schema,
    send: async (body) => {
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
  });
  const { email } = form.typed;
  const sent = useSent("verification", email);

  async function sendCode() {
    if (!(await form.check("email"))) return false;
    return call(api.auth.sendVerification, { body: { email } });
  }

  return (
    <AuthFrame
      title={m.verify_title()}
      lead={m.verify_lead()}
      foot={<BackLink to="/register" text={m.verify_back()} />}
    >
      <form {...form.props} className="stack gap-16">
        <FormMessage message={form.message} />
        {known ? (
          <MailedTo label={sent.wasSent ? m.verify_sent_to() : m.verify_email()} email={known} />
        ) : (
          <TextInput
            label={m.verify_email()}
            description={m.verify_email_hint()}
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
          onWhole={(element) => element?.requestSubmit()}
          {...form.control("otp")}
        />
        <Button type="submit" size="lg" fullWidth loading={form.isBusy}>
          {m.verify_submit()}
        </Button>
        <SendCodeButton {...sent} send={sendCode} />
        <p className="muted text-15">{m.verify_spam()}</p>
        <p className="muted text-15">
          {m.verify_wrong_address()}{" "}
          <Link to="/login" search={(now) => now} className={classes.link}>
            {m.verify_wrong_way()}
          </Link>
        </p>
      </form>
    </AuthFrame>
  );
}
