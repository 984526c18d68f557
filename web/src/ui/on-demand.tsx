import { type ComponentType, lazy, type ReactNode, useEffect, useState } from "react";
import { twice, withSheets } from "./lost-part.ts";
import { loadRemedies, untilHere } from "./until-here.ts";

type Extra = {
  /** What stands here while the code is on its way. */
  fallback?: ReactNode;
  /** Takes back what asked for the part: it did not come, the toast has said so. */
  onMissing: () => void;
};

/** Milliseconds after which a screen rests: its own parts are here by then, and nobody waits for these. */
const restAfterMs = 5000;

/** Says that Saha was renewed, if that is why code did not come; a form or a field says itself that it failed. */
export function tellIfRenewed(cause: unknown): void {
  loadRemedies().then(
    ({ tellRenewed }) => tellRenewed(cause),
    () => {},
  );
}

const resting: (() => Promise<unknown>)[] = [];

/**
 * Makes a component whose code comes when its screen rests, or with the first press. A part that can't come is a toast
 * with a retry, or with a reload once Saha was renewed, and the page stays, unlike `lazy`, whose failure replaces all
 * of it.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let part: ComponentType<Props> | undefined;
  const fetchPart = async () => {
    part = await withSheets(load);
    return part;
  };
  fetchWhenResting(fetchPart);

  // biome-ignore lint/correctness/noComponentHookFactories: called once by a module, as `lazy` is
  function OnDemand({ fallback = null, onMissing, ...props }: Props & Extra) {
    const [Part, setPart] = useState(() => part);
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, by the press that brought it here
    useEffect(() => {
      if (Part) return;
      let isHere = true;
      twice(fetchPart).then(
        (come) => isHere && setPart(() => come),
        (cause: unknown) => {
          if (!isHere) return;
          onMissing();
          tell(fetchPart, cause);
        },
      );
      return () => {
        isHere = false;
      };
    }, []);
    return Part ? <Part {...(props as unknown as Props)} /> : fallback;
  }
  return Object.assign(OnDemand, { prefetch: () => void fetchPart().catch(() => {}) });
}

/**
 * Makes a component whose code comes after its screen, unasked. Until it comes its screen stands without it, unlike
 * `lazy`, whose failure replaces all of it.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await untilHere(() => withSheets(load)) }));
}

/**
 * Makes a component that its screen is made of: asked for once more, then what is missing is told in place of the
 * screen.
 */
export function screenPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await twice(() => withSheets(load)) }));
}

let isWaitingToTell = false;

/**
 * Says what did not come. On a page that has just opened what says it may be lost as well: then when the line is back.
 */
function tell(fetchPart: () => Promise<unknown>, cause: unknown): void {
  if (isWaitingToTell) return;
  isWaitingToTell = true;
  void untilHere(loadRemedies).then(({ tellMissing }) => {
    isWaitingToTell = false;
    return tellMissing(fetchPart, cause);
  });
}

/** Fetches while nobody waits; what fails then is fetched again by its press. */
export function fetchWhenResting(fetchPart: () => Promise<unknown>): void {
  resting.push(fetchPart);
  if (resting.length > 1) return;
  setTimeout(async () => {
    await Promise.allSettled([loadRemedies(), import("./toast/toaster.tsx")]);
    for (const one of resting.splice(0)) await one().catch(() => {});
  }, restAfterMs);
}
