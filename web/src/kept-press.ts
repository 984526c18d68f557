import type { Endpoint, Request } from "@saha/contract";
import { Refusal } from "./api.ts";
import { isUndecided, type KeptKeys, type Options, usePress } from "./press.ts";

/**
 * Presses as `usePress` does, where nothing but its key stops a press from counting twice: the keys of undecided ones
 * stay in this tab, by account, over a reload and a session that has ended; signing out clears the tab's storage
 * (0176).
 */
export function useKeptPress<E extends Endpoint>(endpoint: E, userId: number, options: Options<E> = {}) {
  const kept = keptKeys(endpoint, userId);
  const presses = usePress(endpoint, { ...options, kept });
  return {
    ...presses,
    /** Whether it was pressed, perhaps before a reload, and nobody knows whether that counted. */
    isUndecided: (request: Request<E>) => {
      const last = presses.of(request);
      return last ? isUndecided(last.error) : kept.of(JSON.stringify(request)) !== undefined;
    },
    /** The requests of which nobody knows yet whether they counted, also those on their way; the latest at the end. */
    open: () => kept.requests().map((request) => JSON.parse(request) as Request<E>),
  };
}

/** Where the keys of an account's presses of an endpoint stay in this tab until they are decided. */
export function keptKeys({ path }: Endpoint, userId: number | undefined): KeptKeys & { requests(): string[] } {
  const place = `saha.presses.${userId}.${path}`;
  const write = (keys: Record<string, string>) => sessionStorage.setItem(place, JSON.stringify(keys));
  return {
    requests: () => Object.keys(read(place)),
    of: (request) => read(place)[request],
    keep: (request, key) => write({ ...read(place), [request]: key }),
    settle: (request, result, before) => {
      if ("error" in result && staysOpen(result.error, before)) return;
      const { [request]: _, ...others } = read(place);
      write(others);
    },
  };
}

/** Whether a key is kept: a session that ended says nothing of an earlier press. */
function staysOpen(cause: unknown, before: string | undefined): boolean {
  return isUndecided(cause) || (before !== undefined && cause instanceof Refusal && [401, 403].includes(cause.status));
}

function read(place: string): Record<string, string> {
  try {
    return (JSON.parse(sessionStorage.getItem(place) ?? "null") as Record<string, string> | null) ?? {};
  } catch {
    return {};
  }
}
