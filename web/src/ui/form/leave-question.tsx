import { useBlocker } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { currentUser } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { ConfirmDialog } from "../confirm/confirm-dialog.tsx";
import { askFirst } from "./may-leave.ts";

/** Asks whether to leave what was typed and not saved. */
export function LeaveQuestion({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      title={m.form_leave_title()}
      confirm={m.form_leave_yes()}
      cancel={m.form_leave_no()}
      tone="error"
      onConfirm={async () => onLeave()}
      onClose={onStay}
    >
      {m.form_leave_text()}
    </ConfirmDialog>
  );
}

/**
 * Asks before a screen is left by a link, by Back, by signing out or by loading it anew, while `isTouched`. A session
 * that has ended asks nobody: its guard must lead to the login.
 */
export function AskBeforeLeaving({ isTouched }: { isTouched: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isTouched && currentUser() !== null && current.pathname !== next.pathname,
    enableBeforeUnload: isTouched,
    withResolver: true,
  });
  const [answer, setAnswer] = useState<{ give(mayLeave: boolean): void }>();
  useEffect(() => {
    if (!isTouched) return undefined;
    return askFirst(() => new Promise((give) => setAnswer({ give })));
  }, [isTouched]);
  const give = (mayLeave: boolean) => {
    setAnswer(undefined);
    answer?.give(mayLeave);
  };
  if (answer) return <LeaveQuestion onLeave={() => give(true)} onStay={() => give(false)} />;
  if (blocker.status !== "blocked") return null;
  return <LeaveQuestion onLeave={blocker.proceed} onStay={blocker.reset} />;
}
