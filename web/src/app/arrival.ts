import type { AnyRouter } from "@tanstack/react-router";
import { m } from "../text/compiled/messages.js";

/**
 * After each navigation: names the page in the title, and puts focus on its heading so that it is read out and Tab
 * starts there.
 */
export function announceArrivals(router: AnyRouter): () => void {
  let isFirst = true;
  const stopTitles = router.subscribe("onResolved", () => nameDocument(router));
  const stopFocus = router.subscribe("onRendered", ({ pathChanged }) => {
    if (pathChanged && !isFirst) focusHeading();
    isFirst = false;
  });
  return () => {
    stopTitles();
    stopFocus();
  };
}

let mark: string | null = null;
let named = "";

/** Puts something that can't wait in front of the page's name in the title, until it is taken away with null. */
export function markTitle(next: string | null): void {
  mark = next;
  showTitle();
}

function showTitle(): void {
  document.title = [...(mark ? [mark] : []), named].join(" · ");
}

/**
 * Says in the title which page is open, and of the dashboard that it is: some of its pages are named as an attendee's.
 */
export function nameDocument(router: AnyRouter): void {
  const matches = router.state.matches;
  if (matches.length === 0) return;
  const title = matches.findLast(({ staticData }) => staticData.title)?.staticData.title?.();
  const isBroken = matches.some(({ status }) => status === "error");
  const name = isBroken ? m.app_problem_name() : (title ?? m.app_not_found_name());
  const isDashboard = matches.some(({ routeId }) => routeId === "/dashboard");
  named = [name, ...(isDashboard ? [m.app_dashboard()] : []), m.app_name()].join(" · ");
  showTitle();
}

function focusHeading(): void {
  const content = document.getElementById("content");
  const target = content?.querySelector<HTMLElement>("h1") ?? content;
  if (!target || content?.contains(document.activeElement)) return;
  if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
