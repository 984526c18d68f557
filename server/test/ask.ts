import type { Endpoint } from "@saha/contract";
import { sessionHeaders } from "./caller.ts";
import type { Member } from "./given.ts";
import type { Sent } from "./inputs.ts";
import type { Send } from "./wire.ts";

/** Sends a generated request to a call, as a member or as nobody. */
export function askAs(send: Send, endpoint: Endpoint, member: Member | undefined, sent: Sent) {
  const { ids, body, headers, query } = sent;
  const path = ids.reduce(
    (filled, id) => filled.replace(/:\w+/, () => (id === "own" ? String(member?.id ?? 1) : id)),
    `/api${endpoint.path}`,
  );
  return send(endpoint.method, path + query, {
    headers: {
      ...(member && sessionHeaders(member)),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
}
