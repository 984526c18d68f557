import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { m } from "../../text/compiled/messages.js";
import style from "./form-dialog.module.css";

/** The frame of every dialog of the dashboard: 600 wide (spec §9), the whole screen on a phone; touched, it no longer closes by a slip. */
export function DialogFrame({
  title,
  onClose,
  isTouched = false,
  size = 600,
  fillsPhone = true,
  children,
}: {
  title: string;
  onClose: () => void;
  isTouched?: boolean;
  size?: number;
  fillsPhone?: boolean;
  children: ReactNode;
}) {
  const isPhone = useMediaQuery("(max-width: 36em)", false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      radius="lg"
      centered
      fullScreen={isPhone && fillsPhone}
      closeOnClickOutside={!isTouched}
      closeOnEscape={!isTouched}
      closeButtonProps={{ "aria-label": m.form_close(), size: 44 }}
      transitionProps={{ duration: 160 }}
      classNames={{ title: style.title ?? "", header: style.head ?? "", body: style.dialogBody ?? "" }}
    >
      {children}
    </Modal>
  );
}
