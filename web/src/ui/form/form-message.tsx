import { Message } from "../message/message.tsx";
import type { Message as Said } from "./use-form.ts";

/**
 * Shows what a form says above its fields; both places stand there from the first, so that screen readers hear them
 * fill.
 */
export function FormMessage({ message }: { message: Said }) {
  return (
    <>
      <Message>{message && !message.isNote && message.text}</Message>
      <Message tone="note">{message?.isNote && message.text}</Message>
    </>
  );
}
