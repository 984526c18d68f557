import { useSyncExternalStore } from "react";
import { eventToday, openingDay } from "./text/format.ts";

const minute = 60_000;

/**
 * The event's days as they are now at the server: `today` by the calendar, and `opening`, the earliest one that the
 * gate still admits (rules §4). A screen that stays open over midnight is drawn anew.
 */
export function useEventDays(): { today: string; opening: string } {
  const [today = "", opening = ""] = useSyncExternalStore(subscribe, daysNow).split(" ");
  return { today, opening };
}

function daysNow(): string {
  return `${eventToday()} ${openingDay()}`;
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, minute);
  document.addEventListener("visibilitychange", listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", listener);
  };
}
