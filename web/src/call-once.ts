import type { Data, Endpoint, Request } from "@saha/contract";
import { call, randomKey } from "./api.ts";
import { keptKeys } from "./kept-press.ts";
import { currentUser } from "./session.ts";

/**
 * Calls what nothing but its key stops from counting twice, such as a dialog that adds a row: a browser sends a request
 * again by itself when its connection breaks, and so does a person who was told that there is no network. The same
 * request goes out under the same key until the server has decided, as a kept press does (0176); after that it is
 * another press (0193).
 */
export async function callOnce<E extends Endpoint & { idempotent: true }>(
  endpoint: E,
  request: Request<E>,
): Promise<Data<E>> {
  const kept = keptKeys(endpoint, currentUser()?.id);
  const press = JSON.stringify(request, nameFiles);
  const before = kept.of(press);
  const key = before ?? randomKey();
  // Before it is sent: the page may go while it is on its way.
  kept.keep(press, key);
  try {
    const data = await (call as LooseCall)(endpoint, request, { idempotencyKey: key });
    kept.settle(press, { data }, before);
    return data as Data<E>;
  } catch (error) {
    kept.settle(press, { error }, before);
    throw error;
  }
}

type LooseCall = (endpoint: Endpoint, request: unknown, options: { idempotencyKey: string }) => Promise<unknown>;

/** A file has no text of its own in JSON. */
function nameFiles(_field: string, value: unknown): unknown {
  return value instanceof File ? [value.name, value.size, value.type] : value;
}
