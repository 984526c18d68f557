import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { Offline } from "../api.ts";
import { m } from "../text/compiled/messages.js";
import { useLanguage } from "../text/language.ts";
import { ErrorState } from "../ui/state/state.tsx";

/** What stands in place of a screen that failed: a lost connection, a part of the page that didn't load, or a fault of ours. */
export function Problem({ error, reset }: ErrorComponentProps) {
  useLanguage();
  const router = useRouter();
  const isMissingPart = /dynamically imported module|module script failed|preload CSS/i.test(String(error));
  const retry = () => {
    if (isMissingPart) return void reloadOnceReachable();
    reset();
    void router.invalidate();
  };
  return <ErrorState error={isMissingPart ? new Offline(m.ui_state_network()) : error} onRetry={retry} titleAs="h1" />;
}

/** Loads the page anew only when the server answers: offline the browser would put its own page in place of ours. */
async function reloadOnceReachable(): Promise<void> {
  const isReachable = await fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
  if (isReachable) location.reload();
}
