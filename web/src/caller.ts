import type { Data, Endpoint, Language, Refusal as RefusalBody, Request } from "@saha/contract";
import type { Challenge } from "./proof/challenge.ts";

export type Tokens = { access: string; refresh: string };

/** What a caller needs from the place it runs in: the browser keeps tokens in local storage, a test in a variable. */
export type Wiring = {
  /** In front of the endpoint's path, such as `/api`. */
  base: string;
  tokens: () => Tokens | null;
  /** The server renewed the access token of this session (spec §7). */
  renew: (access: string, of: Tokens) => void;
  /** The server no longer knows this session, or not for this call: 401 or 403 (spec §4). */
  ended: (of: Tokens) => void;
  language: () => Language;
  /** A random key of this browser, sent where codes and sign-ins are bound to it (rules §3). */
  device?: () => string;
  /** Works out the sum that the server asks for before a call (rules §3). */
  prove?: (challenge: Challenge, signal?: AbortSignal) => Promise<string>;
  /** The sentence for a server that can't be reached. */
  offlineSentence: () => string;
  fetch?: typeof fetch;
};

export type CallOptions = {
  /** One per press: a repeat of the same press has the same effect once (rules §1). */
  idempotencyKey?: string;
  signal?: AbortSignal;
  headers?: Record<string, string>;
};

export type Arguments<E extends Endpoint> =
  Record<never, never> extends Request<E>
    ? [request?: Request<E>, options?: CallOptions]
    : [request: Request<E>, options?: CallOptions];

export type Caller = <E extends Endpoint>(endpoint: E, ...rest: Arguments<E>) => Promise<Data<E>>;

/**
 * The server said no: its code, its sentence in the reader's language, and what is wrong at which field (rules §1). An
 * answer that is not one of ours, such as a proxy's page or a success without data, has a status, no code and no
 * sentence: whoever asked says its own (spec §8).
 */
export class Refusal extends Error {
  readonly status: number;
  readonly code: RefusalBody["code"] | null;
  readonly issues: { field: string; message: string }[];
  readonly details: Record<string, unknown>;
  /** Seconds, when the server names them. */
  readonly retryAfter: number | null;

  constructor(status: number, body: RefusalBody | null, retryAfter: number | null) {
    super(body?.message ?? "");
    this.name = "Refusal";
    this.status = status;
    this.code = body?.code ?? null;
    this.issues = body?.issues ?? [];
    this.details = body?.details ?? {};
    this.retryAfter = retryAfter;
  }
}

/** The same refusal in words that suit where it came better; what was wrong at its fields goes. */
export function saidOtherwise({ status, code, details, retryAfter }: Refusal, message: string): Refusal {
  return new Refusal(status, { code, message, issues: [], details } as unknown as RefusalBody, retryAfter);
}

/** No answer at all: no network, a server that is down, a connection that broke. */
export class Offline extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = "Offline";
  }
}

/**
 * Nobody knows whether the call had its effect: no answer came, or none of ours. The same press may be sent again
 * (rules §1).
 */
export function isLost(cause: unknown): boolean {
  return cause instanceof Offline || (cause instanceof Refusal && cause.code === null);
}

type Loose = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** Makes the one function that calls any endpoint of the contract; throws `Refusal` or `Offline`. */
export function createCaller(wiring: Wiring): Caller {
  return async (endpoint, ...rest) => {
    const request = (rest[0] ?? {}) as Loose;
    const options = rest[1] ?? {};
    const tokens = wiring.tokens();
    const { response, answer } = await sendProven(wiring, endpoint, request, options, tokens);
    const renewed = response.headers.get("x-access-token");
    if (renewed && tokens) wiring.renew(renewed, tokens);
    const { status } = response;
    const refusal = isRefusal(answer) ? answer : null;
    // What a firewall says with that status is not about the session.
    if ((status === 401 || status === 403) && tokens && refusal?.code.startsWith("auth.")) wiring.ended(tokens);
    // A proxy's word for what came to nothing is none of ours.
    if (status === 204 && endpoint.status === 204) return undefined as never;
    if (response.ok && isObject(answer) && isObject(answer.data)) return answer.data as never;
    throw new Refusal(status, response.ok ? null : refusal, seconds(response.headers.get("retry-after")));
  };
}

/** While a crowd of the network waits, each try is one of many (0205). */
const maxProofs = 24;

/**
 * Sends a call; asked for a proof of work, solves it and sends again by itself: nobody has to press twice (rules §3).
 */
async function sendProven(...[wiring, endpoint, request, options, tokens]: Parameters<typeof send>) {
  for (let proof: string | undefined, proofs = 0; ; proofs++) {
    const headers = proof === undefined ? options.headers : { ...options.headers, "x-proof": proof };
    const response = await send(wiring, endpoint, request, { ...options, ...(headers && { headers }) }, tokens);
    const answer = response.status === 204 ? undefined : await read(wiring, response, options);
    const challenge = challengeIn(response, answer);
    if (!challenge || !wiring.prove || proofs === maxProofs) return { response, answer };
    proof = await wiring.prove(challenge, options.signal).catch((error: unknown) => {
      if (options.signal?.aborted) throw error;
      throw new Offline(wiring.offlineSentence(), error);
    });
  }
}

function challengeIn({ status }: Response, answer: unknown): Challenge | undefined {
  if (status !== 409 || !isObject(answer) || answer.code !== "proof.needed" || !isObject(answer.details))
    return undefined;
  return answer.details.challenge as Challenge;
}

async function send(wiring: Wiring, endpoint: Endpoint, request: Loose, options: CallOptions, tokens: Tokens | null) {
  const headers: Record<string, string> = { accept: "application/json", "accept-language": wiring.language() };
  if (tokens) {
    headers.authorization = `Bearer ${tokens.access}`;
    headers["x-refresh-token"] = tokens.refresh;
  }
  if (wiring.device && isBoundToDevice(endpoint)) headers["x-device"] = wiring.device();
  if (options.idempotencyKey) headers["idempotency-key"] = options.idempotencyKey;
  Object.assign(headers, options.headers);
  const body = bodyOf(request.body);
  if (typeof body === "string") headers["content-type"] = "application/json";
  try {
    return await (wiring.fetch ?? fetch)(wiring.base + pathOf(endpoint.path, request), {
      method: endpoint.method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Offline(wiring.offlineSentence(), error);
  }
}

/** Whether a call signs in, or mails or takes a code. */
function isBoundToDevice({ path }: Endpoint): boolean {
  return path.startsWith("/auth/") || path.startsWith("/profile/");
}

/** What the answer says in JSON; nothing when it is not JSON. */
async function read(wiring: Wiring, response: Response, options: CallOptions): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    if (error instanceof SyntaxError) return undefined;
    // The connection broke amid the answer.
    throw new Offline(wiring.offlineSentence(), error);
  }
}

/** Tells a refusal of ours from a firewall's or a host's JSON, which may have a code of its own: 502, FORBIDDEN. */
function isRefusal(answer: unknown): answer is RefusalBody {
  return isObject(answer) && /^[a-z_]+\.[a-z_]+$/.test(String(answer.code));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function pathOf(path: string, { params = {}, query = {} }: Loose): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** JSON, or a form when a file is among the fields; forms carry everything else as text (rules §1). */
function bodyOf(body: unknown): string | FormData | undefined {
  if (body === undefined) return undefined;
  const fields = Object.entries(body as Record<string, unknown>);
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined && value !== null) form.append(name, String(value));
  }
  return form;
}

function seconds(header: string | null): number | null {
  const value = Number(header);
  return header === null || !Number.isFinite(value) ? null : value;
}
