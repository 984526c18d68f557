import { type ComponentType, type ReactNode, useEffect, useState } from "react";

type Extra = {
  /** What stands here while the code is on its way. */
  fallback?: ReactNode;
  /** Takes back what asked for the part: it did not come, the toast has said so. */
  onMissing: () => void;
};

/** Milliseconds after which a screen rests: its own parts are here by then, and nobody waits for these. */
const restAfterMs = 5000;
/** What helps when a part does not come is a part itself, and fetched first. */
export const loadRemedies = () => import("./missing-part.tsx");

/** Says that Saha was renewed, if that is why code did not come; a form or a field says itself that it failed. */
export function tellIfRenewed(cause: unknown): void {
  loadRemedies().then(
    ({ tellRenewed }) => tellRenewed(cause),
    () => {},
  );
}

const resting: (() => Promise<unknown>)[] = [];
/** Sheets that did not come; the bundler asks for each only once. */
const lostSheets = new Set<HTMLLinkElement>();

/**
 * Makes a component whose code comes when its screen rests, or with the first press. A part that can't come is a toast with a
 * retry, or with a reload once Saha was renewed, and the page stays, unlike `lazy`, whose failure replaces all of it.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let part: ComponentType<Props> | undefined;
  const fetchPart = async () => {
    if (lostSheets.size > 0) await (await loadRemedies()).mendSheets(lostSheets);
    part = await load();
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
      fetchPart().then(
        (come) => isHere && setPart(() => come),
        (cause: unknown) => {
          if (!isHere) return;
          onMissing();
          void loadRemedies().then(
            ({ tellMissing }) => tellMissing(fetchPart, cause),
            () => {},
          );
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

/** Fetches while nobody waits; what fails then is fetched again by its press. */
export function fetchWhenResting(fetchPart: () => Promise<unknown>): void {
  resting.push(fetchPart);
  if (resting.length > 1) return;
  setTimeout(async () => {
    await Promise.allSettled([loadRemedies(), import("./toast/toaster.tsx")]);
    for (const one of resting.splice(0)) await one().catch(() => {});
  }, restAfterMs);
}

addEventListener(
  "error",
  ({ target }) => {
    const isSheet = target instanceof HTMLLinkElement && target.rel === "stylesheet";
    if (isSheet && ![...lostSheets].some(({ href }) => href === target.href)) lostSheets.add(target);
  },
  true,
);
