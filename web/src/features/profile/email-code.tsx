import { Button } from "@mantine/core";
import { api, type User } from "@saha/contract";
import { useState } from "react";
import { call, sentenceOf } from "../../api.ts";
import { askUserAnew, renewUser } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { Card } from "../../ui/card/card.tsx";
import { FormMessage } from "../../ui/form/form-message.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { OneTimeCode } from "../../ui/one-time-code/one-time-code.tsx";
import { SendCodeButton } from "../../ui/one-time-code/send-code-button.tsx";
import { useSent } from "../../ui/one-time-code/sent-codes.ts";
import { toast } from "../../ui/toast/toast.ts";
import style from "./profile.module.css";
import { verifyOwnEmail } from "./verify-own-email.ts";

/**
 * An address that waits for its code: the code is typed here, and until then the old address stays in force (rules §3).
 */
export function EmailCode({ user, address, wasSent }: { user: User; address: string; wasSent: boolean }) {
  const [isCancelling, setIsCancelling] = useState(false);
  const sent = useSent("verification", address);
  const form = useForm({
    values: { otp: "" },
    body: ({ otp }) => ({ email: address, otp }),
    schema: () => api.auth.verification.body,
    send: async ({ otp }) => {
      const verified = await verifyOwnEmail(address, otp);
      if (verified.id === user.id) {
        renewUser(verified);
        void toast({ kind: "success", message: m.profile_pending_done() });
      } else {
        await askUserAnew();
        void toast({ kind: "info", message: m.profile_pending_other({ name: verified.username }) });
      }
    },
  });

  /** The address in force given again takes the waiting one back. */
  async function cancel(email: string) {
    setIsCancelling(true);
    try {
      const params = { userId: String(user.id) };
      const {
        entries: _entries,
        total: _total,
        standing: _standing,
        isCodeMailed: _mailed,
        ...kept
      } = await call(api.profiles.update, { params, body: { email } });
      renewUser(kept);
      void toast({ kind: "success", message: m.profile_pending_cancelled({ email: `\u2066${email}\u2069` }) });
    } catch (cause) {
      void toast({ kind: "error", message: sentenceOf(cause, m.ui_state_network()) });
      setIsCancelling(false);
    }
  }

  const { email: inForce, pendingEmail } = user;
  return (
    <Card as="section" mine>
      <h2 className="text-20 strong">{m.profile_pending_title()}</h2>
      <p className="mb-16 muted">
        {wasSent ? m.profile_pending_text() : m.profile_unverified_text()}{" "}
        <bdi dir="ltr" className={style.address}>
          {address}
        </bdi>
        {pendingEmail && inForce && <br />}
        {pendingEmail && inForce && m.profile_pending_old({ email: `\u2066${inForce}\u2069` })}
      </p>
      <form {...form.props} className="stack gap-16">
        <FormMessage message={form.message} />
        <OneTimeCode label={m.verify_code()} {...form.control("otp")} />
        <div className={style.pair}>
          <Button type="submit" loading={form.isBusy}>
            {m.profile_pending_verify()}
          </Button>
          <SendCodeButton {...sent} send={() => call(api.auth.sendVerification, { body: { email: address } })} />
        </div>
        {pendingEmail && inForce && (
          <Button variant="subtle" color="gray" loading={isCancelling} onClick={() => void cancel(inForce)}>
            {m.profile_pending_cancel()}
          </Button>
        )}
      </form>
    </Card>
  );
}
