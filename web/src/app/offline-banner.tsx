import { IconCloudOff } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { m } from "../text/compiled/messages.js";
import classes from "./layouts.module.css";

/** Says that the connection is gone for as long as it is; lies over the screen, so nothing moves. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <p className={classes.offline}>
          <IconCloudOff size={20} aria-hidden="true" />
          {m.app_offline_banner()}
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
