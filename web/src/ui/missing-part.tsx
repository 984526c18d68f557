import { IconRefresh } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { Offline } from "../api.ts";
import { m } from "../text/compiled/messages.js";
import { Press } from "./press/press.tsx";
import { reloadOnceReachable } from "./reload.ts";
import classes from "./state/state.module.css";
import { ErrorState } from "./state/state.tsx";
import { toast } from "./toast/toast.ts";

/** Milliseconds that the server has to answer; a line that is slower counts as lost. */
const patience = 5000;

/**
 * Tells whether the server has another build by now: it no longer has the part, or the script that this page began
 * with, which is all there is to ask for where the browser does not name the part.
 */
export async function isRenewed(cause: unknown): Promise<boolean> {
  const part = /\S*\/assets\/[^\s"']+/.exec(String(cause))?.[0];
  const first = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src;
  const gone = [part, first].map(async (url) => {
    if (!url) return false;
    const signal = AbortSignal.timeout?.(patience);
    return (await fetch(url, { method: "HEAD", cache: "no-store", signal })).status === 404;
  });
  const answers = await Promise.allSettled(gone);
  return answers.some((answer) => answer.status === "fulfilled" && answer.value);
}

/** Says that Saha was renewed, if that is why a part did not come, and offers to load the page anew: never unasked. */
export async function tellRenewed(cause: unknown): Promise<boolean> {
  if (!(await isRenewed(cause))) return false;
  const action = { label: m.ui_renewed_reload(), press: () => location.reload() };
  void toast({ kind: "info", message: m.ui_renewed_part(), stays: 60_000, action }).catch(() => {});
  return true;
}

/** Says why a part did not come, and offers what helps: to fetch it again, or to load the page anew. */
export async function tellMissing(fetchPart: () => Promise<unknown>, cause: unknown): Promise<void> {
  if (await tellRenewed(cause)) return;
  const retry = () =>
    fetchPart().then(
      () => toast({ kind: "success", message: m.ui_part_here() }),
      (again: unknown) => tellMissing(fetchPart, again),
    );
  void toast({
    kind: "error",
    message: m.ui_part_missing(),
    action: { label: m.ui_state_retry(), press: () => void retry() },
  }).catch(() => {});
}

/** Stands in place of a screen whose code did not come: Saha was renewed, or there is no connection. */
export function MissingPart({ cause, waiting }: { cause: unknown; waiting: ReactNode }) {
  const [isOld, setIsOld] = useState<boolean>();
  useEffect(() => void isRenewed(cause).then(setIsOld), [cause]);
  if (isOld === undefined) return waiting;
  if (!isOld)
    return <ErrorState error={new Offline(m.ui_state_network())} onRetry={reloadOnceReachable} titleAs="h1" />;
  return (
    <div className={classes.state} role="alert">
      <span className={classes.emblem} aria-hidden="true">
        <IconRefresh />
      </span>
      <h1 className={classes.title}>{m.ui_renewed_title()}</h1>
      <p className={classes.text}>{m.ui_renewed_text()}</p>
      <div className={classes.action}>
        <Press onClick={() => location.reload()}>{m.ui_renewed_reload()}</Press>
      </div>
    </div>
  );
}
