import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/UnstyledButton.css";
import "@mantine/core/styles/Button.css";
import "@mantine/core/styles/Notification.css";
import "@mantine/core/styles/Loader.css";
import "@mantine/notifications/styles.css";
import { Button } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconInfoCircle } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import type { Toast } from "./message.ts";
import classes from "./toaster.module.css";

const looks = {
  success: { icon: <IconCircleCheck />, color: "success" },
  error: { icon: <IconExclamationCircle />, color: "error" },
  warning: { icon: <IconAlertTriangle />, color: "warning" },
  info: { icon: <IconInfoCircle />, color: "primary" },
};

/** Where messages appear: top right in both directions, below the bar, at most 20 (spec §9). */
export function Toaster() {
  return (
    <Notifications
      position="top-right"
      className={classes.place ?? ""}
      limit={20}
      autoClose={5000}
      zIndex={1000}
      containerWidth={400}
    />
  );
}

export function clear(): void {
  notifications.cleanQueue();
  notifications.clean();
}

export function show({ kind, message, title, stays, action }: Toast): void {
  const { icon, color } = looks[kind];
  const id = notifications.show({
    message: action ? (
      <>
        {message}
        <Button
          variant="default"
          className={classes.action}
          onClick={() => {
            notifications.hide(id);
            action.press();
          }}
        >
          {action.label}
        </Button>
      </>
    ) : (
      message
    ),
    title,
    icon,
    color,
    ...(stays === undefined ? {} : { autoClose: stays }),
    className: classes.toast,
    classNames: { body: classes.text ?? "", title: classes.text ?? "", description: classes.text ?? "" },
    closeButtonProps: { "aria-label": m.ui_toast_close() },
    attributes: { root: { "data-kind": kind } },
  });
}
