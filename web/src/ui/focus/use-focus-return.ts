import { useEffect, useState } from "react";

/**
 * Gives the focus back to what had it when a layer came up, once that layer is gone (interface: Quality gates). Mantine
 * does so only for layers that stood there closed before; ours are made when they are opened.
 */
export function useFocusReturn(isOpen = true): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [isOpen, opener]);
}
