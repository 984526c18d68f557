import { type RefObject, useEffect } from "react";

/**
 * Leads the key `/` into a search box from anywhere on its screen where nothing is typed, on an Arabic keyboard too.
 */
export function useSlash(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, code, target, shiftKey, ctrlKey, altKey, metaKey } = event;
      if ((key !== "/" && (code !== "Slash" || shiftKey)) || ctrlKey || altKey || metaKey) return;
      if (target instanceof Element && target.closest("input, textarea, select, [contenteditable=true]")) return;
      const dialog = document.querySelector('[role="dialog"]');
      if (dialog && !dialog.contains(box.current)) return;
      event.preventDefault();
      box.current?.focus();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [box]);
}
