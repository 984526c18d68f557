import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { Button, Modal } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Refusal, sentenceOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { useBackCloses } from "../back.ts";
import { useFocusReturn } from "../focus/use-focus-return.ts";
import { useShieldAfter } from "../focus/use-shield-after.ts";
import { useHasJustCome } from "../use-has-just-come.ts";
import { usePast } from "../use-past.ts";
import classes from "./confirm-dialog.module.css";

/** Milliseconds in which what has just come takes no press. */
const rest = 500;

/** What a refusal advises to do instead. */
export type Advice = { label: string; press: () => Promise<unknown> };

/**
 * Asks before something that is hard to take back. `onConfirm` runs with the button busy; when it throws, its message
 * stands in the dialog and the dialog stays. What was refused for good cannot be pressed again: its button rests, or
 * becomes what `adviceOn` makes of the refusal.
 */
export function ConfirmDialog(props: {
  title: string;
  children: ReactNode;
  confirm: string;
  /** The way back, where "cancel" would be ambiguous. */
  cancel?: string;
  tone?: "primary" | "error";
  /** What a press is about, where that can be chosen in the dialog: a refusal says nothing of another. */
  about?: unknown;
  /** Nothing is chosen yet in the dialog. */
  isUnset?: boolean;
  onConfirm: () => Promise<unknown>;
  adviceOn?: (cause: unknown) => Advice | undefined;
  onClose: () => void;
}) {
  useFocusReturn();
  useShieldAfter();
  useBackCloses(true, props.onClose);
  const cancel = useRef<HTMLButtonElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failed, setFailed] = useState<{ cause: unknown; about: unknown }>();
  const [advice, setAdvice] = useState<Advice>();
  // They may lie where the dialog was asked for, such as on a row's bin, and a second press there is no answer.
  const hasJustCome = useHasJustCome(rest);
  // It stands where the press was made, and a second one of the same was not meant for it.
  const isNew = usePast(advice, rest).length > 0;
  const failure = failed?.about === props.about ? failed : undefined;
  const isSettled = failure !== undefined && isFinal(failure.cause);

  async function run(press: () => Promise<unknown>) {
    setIsBusy(true);
    setFailed(undefined);
    try {
      await press();
      setIsBusy(false);
    } catch (cause) {
      flushSync(() => {
        setIsBusy(false);
        setFailed({ cause, about: props.about });
        setAdvice((now) => props.adviceOn?.(cause) ?? now);
      });
      // The button that had the focus rests now, or does something else.
      if (isFinal(cause)) cancel.current?.focus();
    }
  }

  return (
    <Modal.Root
      opened
      onClose={props.onClose}
      size={440}
      radius="xl"
      centered
      transitionProps={{ duration: 160 }}
      classNames={{ content: classes.content ?? "" }}
    >
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
            {failure && sentenceOf(failure.cause, m.ui_state_network())}
          </p>
          <div className={classes.actions} data-resting={hasJustCome || undefined}>
            <Button ref={cancel} variant="default" onClick={props.onClose} disabled={isBusy} data-autofocus>
              {props.cancel ?? m.ui_confirm_cancel()}
            </Button>
            {advice ? (
              <Button loading={isBusy} disabled={isNew} onClick={() => run(advice.press)}>
                {advice.label}
              </Button>
            ) : (
              <Button
                color={props.tone ?? "primary"}
                loading={isBusy}
                disabled={isSettled || props.isUnset === true}
                onClick={() => run(props.onConfirm)}
              >
                {props.confirm}
              </Button>
            )}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Whether the same press would be refused again: what it is about is gone, or stands in its way (rules §1). */
function isFinal(cause: unknown): boolean {
  const isOurs = cause instanceof Refusal && cause.code !== null;
  return isOurs && [404, 409].includes(cause.status) && cause.code !== "idempotency.running";
}
