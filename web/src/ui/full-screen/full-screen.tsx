import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef } from "react";
import { useBackCloses } from "../back.ts";
import style from "./full-screen.module.css";

/**
 * Something that takes the whole screen for a while: the browser's own modal dialog, so that focus stays inside and
 * comes back. Escape and the phone's back gesture call `onClose`; what opens and closes it is the owner's state alone.
 */
export function FullScreen({
  label,
  onClose,
  className,
  children,
  ref,
}: {
  label: string;
  onClose: () => void;
  className?: string | undefined;
  children: ReactNode;
  ref?: Ref<HTMLDialogElement>;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isPainted = useRef(false);
  useBackCloses(true, onClose);
  useEffect(() => {
    isPainted.current = true;
  }, []);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    // A browser closes it by itself at a second Escape or Back, whatever the first one was answered.
    const stay = () => element?.showModal();
    element?.addEventListener("close", stay);
    return () => {
      element?.removeEventListener("close", stay);
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={(element) => {
        dialog.current = element;
        if (typeof ref === "function") ref(element);
        else if (ref) ref.current = element;
      }}
      aria-label={label}
      className={`${style.screen} ${className ?? ""}`}
      onCancel={(event) => {
        event.preventDefault();
        // What was pressed before it is seen was meant for something else.
        if (isPainted.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
