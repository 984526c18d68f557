import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Offline } from "../api.ts";
import { m } from "../text/compiled/messages.js";
import { useLanguage } from "../text/language.ts";
import { isMissingPart } from "../ui/lost-part.ts";
import type { MissingPart } from "../ui/missing-part.tsx";
import { reloadOnceReachable } from "../ui/reload.ts";
import { ErrorState } from "../ui/state/state.tsx";
import { loadRemedies } from "../ui/until-here.ts";
import { Splash } from "./splash.tsx";

/** What stands in place of a screen that failed: a part of the page that did not come, and why, or a fault of ours. */
export function Problem({ error, reset }: ErrorComponentProps) {
  useLanguage();
  const router = useRouter();
  const isMissing = isMissingPart(error);
  // Null when not even what tells why can come.
  const [Missing, setMissing] = useState<typeof MissingPart | null>();
  useEffect(() => {
    if (!isMissing) return;
    loadRemedies().then(
      ({ MissingPart }) => setMissing(() => MissingPart),
      () => setMissing(null),
    );
  }, [isMissing]);
  if (!isMissing) {
    const retry = () => {
      reset();
      void router.invalidate();
    };
    return <ErrorState error={error} onRetry={retry} titleAs="h1" />;
  }
  if (Missing === null)
    return <ErrorState error={new Offline(m.ui_state_network())} onRetry={reloadOnceReachable} titleAs="h1" />;
  return Missing ? <Missing cause={error} waiting={<Splash />} /> : <Splash />;
}
