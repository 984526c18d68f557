import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { Button, Modal } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { sentenceOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { useFocusReturn } from "../focus/use-focus-return.ts";
import classes from "./confirm-dialog.module.css";

/**
 * Asks before something that is hard to take back. `onConfirm` runs with the button busy; when it throws, its message
 * stands in the dialog and the dialog stays.
 */
export function ConfirmDialog(props: {
  title: string;
  children: ReactNode;
  confirm: string;
  tone?: "primary" | "error";
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  useFocusReturn();
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState<string>();

  async function confirm() {
    setIsBusy(true);
    setMessage(undefined);
    try {
      await props.onConfirm();
    } catch (cause) {
      setMessage(sentenceOf(cause, m.ui_state_network()));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Modal.Root opened onClose={props.onClose} size={440} radius="xl" centered transitionProps={{ duration: 160 }}>
      <Modal.Overlay />
      <Modal.Content>
        {/* Mantine's own head is a second banner landmark. */}
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{props.title}</Modal.Title>
          <Modal.CloseButton aria-label={m.ui_confirm_close()} />
        </div>
        <Modal.Body>
          <div className={classes.question}>{props.children}</div>
          <p role="alert" className={classes.message}>
            {message}
          </p>
          <div className={classes.actions}>
            <Button variant="default" onClick={props.onClose} disabled={isBusy} data-autofocus>
              {m.ui_confirm_cancel()}
            </Button>
            <Button color={props.tone ?? "primary"} loading={isBusy} onClick={confirm}>
              {props.confirm}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
