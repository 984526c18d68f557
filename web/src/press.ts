import type { Data, Endpoint, Request } from "@saha/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type CallOptions, call, isLost, keyOf, Offline, Refusal, randomKey } from "./api.ts";
import { m } from "./text/compiled/messages.js";

/** What came of a press so far. */
export type Press<E extends Endpoint> = {
  /** The idempotency key under which it counts once, however often it is sent. */
  key: string;
  isPending: boolean;
  data?: Data<E>;
  error?: unknown;
};

/** Where the presses of an endpoint leave their keys, by their request, until they are decided. */
export type KeptKeys = {
  of(request: string): string | undefined;
  keep(request: string, key: string): void;
  /** Told what came of it, and the key that was kept before it was pressed. */
  settle(request: string, result: object, before: string | undefined): void;
};

export type Options<E extends Endpoint> = {
  /** Keeps the keys beyond the screen (`useKeptPress`); else they go with it. */
  kept?: KeptKeys;
  /** Lists to fetch again once the server has decided. */
  refetch?: readonly Endpoint[];
  /** Milliseconds until a press without an answer is given up; in a hall a connection can hang without breaking. */
  timeout?: number;
  /** Whether an answer says what it must; one that does not is a lost one. */
  isWhole?: (data: Data<E>) => boolean;
  onDone?: (data: Data<E>, request: Request<E>) => void;
  /** Says what happened where the screen has no place of its own for it. */
  onFailed?: (cause: unknown, request: Request<E>) => void;
};

/**
 * Presses a button that calls an endpoint, each request apart from the others. A press has one idempotency key; while
 * nobody knows whether it counted, pressing again sends the same key, so that what was done already is answered once
 * more and not refused as a second time (rules §1). A second press while the first is on its way is ignored. A proof
 * that the server asks for (`proof.needed`, rules §3) is the caller's affair: it solves and sends again within the one
 * `call`, under the same key.
 */
export function usePress<E extends Endpoint>(endpoint: E, options: Options<E> = {}) {
  const queries = useQueryClient();
  const [presses, setPresses] = useState<ReadonlyMap<string, Press<E>>>(new Map());
  // A second tap comes before the first is drawn.
  const latest = useRef(presses);

  function show(id: string, press: Press<E> | null) {
    const next = new Map(latest.current);
    if (press) next.set(id, press);
    else next.delete(id);
    latest.current = next;
    setPresses(next);
  }

  async function press(request: Request<E>) {
    const id = JSON.stringify(request);
    const before = latest.current.get(id);
    if (before?.isPending) return;
    const kept = options.kept?.of(id);
    const key = kept ?? (before && isUndecided(before.error) ? before.key : randomKey());
    // Before it is sent: the screen may go while it is on its way.
    options.kept?.keep(id, key);
    const isForgotten = () => latest.current.get(id)?.key !== key;
    show(id, { key, isPending: true });
    const result: { data: Data<E> } | { error: unknown } = await send(endpoint, request, key, options).then(
      (data) => ({ data }),
      (error: unknown) => ({ error }),
    );
    options.kept?.settle(id, result, kept);
    if (!isForgotten()) show(id, { key, isPending: false, ...result });
    if ("data" in result) options.onDone?.(result.data, request);
    else {
      options.onFailed?.(result.error, request);
      if (isUndecided(result.error)) return result;
    }
    for (const list of options.refetch ?? []) void queries.invalidateQueries({ queryKey: keyOf(list) });
    return result;
  }

  return {
    /** Answers what came of it; nothing where the one before is still on its way. */
    press,
    /** What came of the press of a request; undefined when it was not pressed. */
    of: (request: Request<E>) => presses.get(JSON.stringify(request)),
    /** Lets go of a press: the same request is another one from now on. */
    forget: (request: Request<E>) => show(JSON.stringify(request), null),
  };
}

const undecidedCodes: ReadonlySet<string | null> = new Set([
  "idempotency.running",
  "request.timeout",
  "request.too_many",
  "server.busy",
  "server.database_down",
  "server.failed",
]);

/** Whether a failed press may have counted or may still count: it is to be sent again under its own key. */
export function isUndecided(cause: unknown): boolean {
  return isLost(cause) || (cause instanceof Refusal && undecidedCodes.has(cause.code));
}

async function send<E extends Endpoint>(endpoint: E, request: Request<E>, key: string, options: Options<E>) {
  const { timeout, isWhole = () => true } = options;
  // Without a bound where the browser has none: no iPhone below iOS 16.
  const signal = timeout === undefined ? undefined : AbortSignal.timeout?.(timeout);
  try {
    const sent = { idempotencyKey: key, ...(signal && { signal }) };
    const data = (await (call as LooseCall)(endpoint, request, sent)) as Data<E>;
    if (isWhole(data)) return data;
  } catch (cause) {
    throw signal?.aborted ? new Offline(m.app_no_answer(), cause) : cause;
  }
  throw new Refusal(200, null, null);
}

type LooseCall = (endpoint: Endpoint, request: unknown, options: CallOptions) => Promise<unknown>;
