import { Button } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import { useState } from "react";
import { Refusal, sentenceOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { toast } from "../toast/toast.ts";
import { clockText, useCountdown } from "./use-countdown.ts";

/**
 * Mails a code, or another one after a minute; when the server asks for a longer wait, the button shows that one.
 * All but `send` come from `useSent`; `send` answers false when there is nowhere to send to.
 */
export function SendCodeButton({
  until,
  wasSent,
  onSent,
  onRefused,
  send,
}: {
  until: number;
  wasSent: boolean;
  onSent: () => void;
  onRefused: (seconds: number) => void;
  send: () => Promise<unknown>;
}) {
  const left = useCountdown(until);
  const [isBusy, setIsBusy] = useState(false);

  async function press() {
    setIsBusy(true);
    try {
      if ((await send()) === false) return;
      onSent();
      void toast({ kind: "success", message: m.verify_sent() });
    } catch (cause) {
      if (cause instanceof Refusal && cause.retryAfter) onRefused(cause.retryAfter);
      void toast({ kind: "error", message: sentenceOf(cause, m.ui_state_unexpected()) });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Button
      variant="light"
      fullWidth
      leftSection={<IconMailForward size={20} aria-hidden="true" />}
      loading={isBusy}
      disabled={left > 0}
      onClick={press}
    >
      {left > 0 ? m.verify_resend_in({ time: clockText(left) }) : wasSent ? m.verify_resend() : m.verify_send()}
    </Button>
  );
}
