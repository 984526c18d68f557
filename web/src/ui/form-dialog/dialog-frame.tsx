import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { Button, Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useEffect, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import { useBackCloses } from "../back.ts";
import { useFocusReturn } from "../focus/use-focus-return.ts";
import { useShieldAfter } from "../focus/use-shield-after.ts";
import { LeaveQuestion } from "../form/leave-question.tsx";
import style from "./form-dialog.module.css";

/** Widths of dialogs (spec §9). */
export type DialogWidth = 400 | 480 | 500 | 600 | 700 | 800;

/**
 * Frames a dialog with a form: 600 wide (spec §9), the whole screen on a phone. Once something is typed, Escape, the
 * cross and a press beside it ask before it is lost, and the browser asks before the page is loaded anew.
 */
export function DialogFrame({
  title,
  onClose,
  isTouched = false,
  size = 600,
  children,
}: {
  title: string;
  onClose: () => void;
  isTouched?: boolean;
  size?: DialogWidth;
  children: ReactNode;
}) {
  useFocusReturn();
  useShieldAfter();
  const [isAsking, setIsAsking] = useState(false);
  const close = isTouched ? () => setIsAsking(true) : onClose;
  useBackCloses(true, close);
  useEffect(() => {
    if (!isTouched) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isTouched]);
  const isPhone = useMediaQuery("(max-width: 36em)", false, { getInitialValueInEffect: false });
  return (
    <Modal.Root
      opened
      onClose={close}
      size={size}
      radius="lg"
      centered
      fullScreen={isPhone}
      closeOnEscape={!isAsking}
      trapFocus={!isAsking}
      transitionProps={{ duration: 160 }}
      // On the parts themselves, a class would be laid on what surrounds them as well.
      classNames={{ content: style.content ?? "" }}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* Mantine's own head is a second banner landmark. */}
        <div className={style.head}>
          <Modal.Title className={style.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={m.form_close()} size={44} />
        </div>
        <Modal.Body className={style.dialogBody}>{children}</Modal.Body>
      </Modal.Content>
      {isAsking && <LeaveQuestion onLeave={onClose} onStay={() => setIsAsking(false)} />}
    </Modal.Root>
  );
}

/** The foot of a form in a dialog: the way out and the one action, in sight however long the form is. */
export function DialogFoot({
  submit,
  isSending,
  onCancel,
}: {
  submit: string;
  isSending: boolean;
  onCancel: () => void;
}) {
  return (
    <div className={style.foot}>
      <Button variant="default" onClick={onCancel} disabled={isSending}>
        {m.form_cancel()}
      </Button>
      <Button type="submit" loading={isSending}>
        {submit}
      </Button>
    </div>
  );
}
