import { type Data, type Endpoint, type ProblemCode, problems, type Refusal, type Request } from "@saha/contract";
import * as z from "zod/mini";
import type { Answer, Send } from "./wire.ts";

/**
 * An answer of the API, checked against the contract. `data` stands there on success, `refusal` and its `code`
 * otherwise.
 */
export type Answered<E extends Endpoint> = Answer & {
  data: Data<E>;
  refusal: Refusal | undefined;
  code: ProblemCode | undefined;
};

export type Tokens = { accessToken?: string; refreshToken?: string };
type Options = { key?: string; language?: "ar" | "en"; headers?: Record<string, string> };

/** What a call asks for; ids in a path may be numbers here. */
type Asked<E extends Endpoint> =
  Request<E> extends { params: infer P }
    ? Omit<Request<E>, "params"> & { params: { [Name in keyof P]: P[Name] | number } }
    : Request<E>;

/** Calls one endpoint of the contract; what does not compile here must be sent by hand. */
export type Call = <const E extends Endpoint>(
  endpoint: E,
  ...rest: unknown extends Request<E> ? [input?: undefined, options?: Options] : [input: Asked<E>, options?: Options]
) => Promise<Answered<E>>;

/** A caller with these tokens. An answer outside of the contract throws. */
export function openCaller(send: Send, tokens: Tokens = {}): Call {
  return async (endpoint, ...[input, options = {}]) => {
    const { params, query, body } = (input ?? {}) as { params?: object; query?: object; body?: unknown };
    const sent = {
      headers: {
        ...sessionHeaders(tokens),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(options.key !== undefined && { "idempotency-key": options.key }),
        ...(options.language && { "accept-language": options.language }),
        ...options.headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    return read(endpoint, await send(endpoint.method, pathOf(endpoint, params, query), sent));
  };
}

export function sessionHeaders({ accessToken, refreshToken }: Tokens): Record<string, string> {
  return {
    ...(accessToken && { authorization: `Bearer ${accessToken}` }),
    ...(refreshToken && { "x-refresh-token": refreshToken }),
  };
}

/** The path of a call with its params filled in. */
export function pathOf(endpoint: Endpoint, params: object = {}, query: object = {}): string {
  const path = Object.entries(params).reduce(
    (filled, [name, value]) => filled.replace(`:${name}`, encodeURIComponent(String(value))),
    `/api${endpoint.path}`,
  );
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return search ? `${path}?${search}` : path;
}

const refusalShape = z.strictObject({
  code: z.enum(Object.keys(problems) as [ProblemCode]),
  message: z.string().check(z.minLength(1)),
  issues: z.optional(z.array(z.strictObject({ field: z.string(), message: z.string().check(z.minLength(1)) }))),
  details: z.optional(z.record(z.string(), z.unknown())),
  requestId: z.uuid(),
});

/** The refusal in an answer; throws when it is not in the one shape, with the status of its code (rules §1). */
export function refusalOf({ status, headers, text }: Answer): Refusal {
  const refusal = refusalShape.parse(JSON.parse(text));
  const about = `${status} ${text.slice(0, 300)}`;
  if (problems[refusal.code] !== status) throw new Error(`wrong status: ${about}`);
  if (!/^application\/json/.test(headers["content-type"] ?? "")) throw new Error(`not JSON: ${about}`);
  if (status === 429 && !headers["retry-after"]) throw new Error(`no Retry-After: ${about}`);
  if (status === 400 && !refusal.issues?.length) throw new Error(`400 and issues go together: ${about}`);
  return refusal as Refusal;
}

function read<E extends Endpoint>(endpoint: E, answer: Answer): Answered<E> {
  if (answer.status >= 400) {
    const refusal = refusalOf(answer);
    return { ...answer, data: undefined as Data<E>, refusal, code: refusal.code };
  }
  const { status = 200, method, path, data } = endpoint as Endpoint;
  if (answer.status !== status) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`);
  const parsed = data ? z.strictObject({ data }).parse(JSON.parse(answer.text)).data : undefined;
  return { ...answer, data: parsed as Data<E>, refusal: undefined, code: undefined };
}
