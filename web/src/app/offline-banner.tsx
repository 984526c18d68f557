import { IconCloudOff } from "@tabler/icons-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useConnected } from "../realtime.ts";
import { m } from "../text/compiled/messages.js";
import classes from "./layouts.module.css";

/** Milliseconds without the socket before anybody is told: most losses mend themselves sooner. */
const patience = 4000;

/**
 * Says that the connection is gone for as long as it is, or that news does not arrive; lies below the bar's actions,
 * takes no press and moves nothing: staff press again just as it goes.
 */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const isConnected = useConnected();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (isConnected) return setIsLong(false);
    const timer = setTimeout(() => setIsLong(true), patience);
    return () => clearTimeout(timer);
  }, [isConnected]);
  return (
    <div role="status" data-offline className={classes.offlineRoom}>
      {!isOnline && (
        <p className={classes.offline}>
          <IconCloudOff size={16} aria-hidden="true" />
          {m.app_offline_banner()}
        </p>
      )}
      {isOnline && isLong && (
        <p className={classes.offline}>
          <IconCloudOff size={16} aria-hidden="true" />
          {m.app_no_news_banner()}
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
