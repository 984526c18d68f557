import type { Data, Endpoint, Request } from "@saha/contract";
import { queryOptions } from "@tanstack/react-query";
import { askAgain } from "./ask-again.ts";
import { type Arguments, type CallOptions, createCaller, Offline, Refusal, type Tokens } from "./caller.ts";
import { setServerClock } from "./server-clock.ts";
import { m } from "./text/compiled/messages.js";
import { language } from "./text/language.ts";
import { deviceKey, inSession, keepTokens, readTokens } from "./tokens.ts";

export { type CallOptions, isLost, Offline, Refusal, saidOtherwise } from "./caller.ts";
export { randomKey } from "./tokens.ts";

let ended: (of: Tokens) => void = () => {};

/** Says what happens when the server answers 401 or 403 to the session that is still the current one. */
export function onSessionEnded(listener: () => void): void {
  ended = (of) => {
    if (readTokens()?.refresh === of.refresh) listener();
  };
}

/** What first-paint.js has asked of auth/me before the first module was here, with the token it asked under. */
declare global {
  var askedEarly: { access: string; answer: Promise<Response> } | undefined;
}

/** The network; the first to ask who is signed in gets the answer that is already on its way. */
const fetchOrEarly: typeof fetch = (input, init) => {
  const early = globalThis.askedEarly;
  if (!early || input !== "/api/auth/me") return fetch(input, init);
  globalThis.askedEarly = undefined;
  return early.access === readTokens()?.access ? early.answer : fetch(input, init);
};

/** Sets the clock by an answer before its body is here, but by no page of a proxy or of the network's portal. */
const fetchAndSetClock: typeof fetch = async (input, init) => {
  // What the head of the page asks is on its way since the page began; after a sleep `timeOrigin` is hours too early.
  const isEarly = /\/(auth\/me|main-theme)$/.test(String(input));
  const sentAt = Date.now() - (isEarly ? performance.now() : 0);
  const answer = await fetchOrEarly(input, init);
  const { headers } = answer;
  if (/json/.test(String(headers.get("content-type")))) setServerClock(headers.get("date"), sentAt);
  return answer;
};

const callNow = createCaller({
  base: "/api",
  tokens: readTokens,
  renew: (access, of) => {
    if (readTokens()?.refresh === of.refresh) keepTokens({ access, refresh: of.refresh });
  },
  ended: (of) => ended(of),
  language,
  device: deviceKey,
  prove: async (...asked) => (await import("./proof/prove.ts")).prove(...asked),
  fetch: fetchAndSetClock,
  offlineSentence: () => m.ui_state_network(),
});

/** What counts once is called with a key, or it does not compile: by `usePress` and `callOnce` (0193). */
type KeyedCaller = <E extends Endpoint>(
  endpoint: E,
  ...rest: E extends { idempotent: true }
    ? [request: Request<E>, options: CallOptions & { idempotencyKey: string }]
    : Arguments<E>
) => Promise<Data<E>>;

/**
 * Calls an endpoint of the contract as the signed-in person; throws `Refusal` or `Offline`. The answer to a change that
 * comes when somebody else is here, or nobody, never arrives; reading is asked anew by whoever comes.
 */
export const call: KeyedCaller = (endpoint, ...rest) => {
  const answer = callNow(endpoint, ...(rest as Arguments<typeof endpoint>));
  const outlives = endpoint.method === "GET" || endpoint.path === "/auth/logout";
  return outlives ? answer : inSession(answer);
};

/**
 * What the reader is told about a failed call: the server's own sentence, else the one that its place has (spec §8).
 */
export function sentenceOf(cause: unknown, fallback: string): string {
  if (cause instanceof Offline) return m.ui_state_network();
  return (cause instanceof Refusal && cause.message) || fallback;
}

/**
 * A reading call as a query; features that read the same endpoint share its answer. What is for members alone is not
 * asked without a session: a screen that is being left would draw a 401 into the console. Where an answer is shown
 * already, "not now" is asked again; for the first one nobody waits longer than for the server to say so.
 */
export function queryOf<E extends Endpoint>(endpoint: E, request?: Request<E>) {
  return queryOptions({
    queryKey: keyOf(endpoint, request),
    enabled: () => endpoint.access === "public" || readTokens() !== null,
    queryFn: ({ client, queryKey, signal }) => {
      const ask = () => (call as LooseCall)(endpoint, request, { signal }) as Promise<Data<E>>;
      return client.getQueryData(queryKey) === undefined ? ask() : askAgain(ask, signal);
    },
  });
}

type LooseCall = (endpoint: Endpoint, request: unknown, options: { signal: AbortSignal }) => Promise<unknown>;

/** The key of an endpoint's answers: of all of them, or of one request's; renew them by it after a change. */
export function keyOf(endpoint: Endpoint, request?: unknown): unknown[] {
  return request === undefined ? [endpoint.path] : [endpoint.path, request];
}
