import { useEffect } from "react";

/** Keeps the screen from dimming while something is held up to a camera; where the browser can't, it does nothing. */
export function useScreenAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isGone = false;
    async function hold() {
      if (document.visibilityState !== "visible") return;
      try {
        lock = await navigator.wakeLock?.request("screen");
        if (isGone) void lock?.release();
      } catch {
        // Low battery: the phone's own choice stands.
      }
    }
    void hold();
    // The browser lets the lock go whenever the page is hidden.
    document.addEventListener("visibilitychange", hold);
    return () => {
      isGone = true;
      document.removeEventListener("visibilitychange", hold);
      void lock?.release();
    };
  }, []);
}
