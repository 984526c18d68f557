import type * as z from "zod/mini";
import type { ProblemCode } from "./problem.ts";
import type { Role } from "./role.ts";

/** Who may call: anyone, any signed-in member, or only the listed roles (rules §2). */
export type Access = "public" | "member" | readonly [Role, ...Role[]];

/** One call of the API as a value: the server serves it, the web calls it, tests and OpenAPI walk through it. */
export type Endpoint = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/api`, with `:name` for each key of `params`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** 200 unless said otherwise; 201 for a row that the caller asked for, 204 for no answer (rules §1). */
  readonly status?: 200 | 201 | 204;
  /** Honours `Idempotency-Key`: the effect and its kept answer commit together (rules §1). */
  readonly idempotent?: true;
  /**
   * Where each of these calls is kept instead of in the audit; every other call of staff that changes something is
   * audited (rules §2).
   */
  readonly loggedIn?: "scan-log" | "invitation-code";
  /**
   * Takes `multipart/form-data` (JSON is taken too), with these fields as pictures; the server adds the path of the
   * stored picture.
   */
  readonly files?: readonly string[];
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  readonly data?: z.ZodMiniType;
  /** Refusals of this call beyond those that every call has. */
  readonly problems?: readonly ProblemCode[];
};

/** Declares one call of the API; the identity function keeps its exact type. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Part<E, K extends string, Side extends "in" | "out"> =
  E extends Record<K, infer S extends z.ZodMiniType>
    ? Record<K, Side extends "in" ? z.input<S> : z.output<S>>
    : unknown;

/** A query of which nothing must be sent may be left out. */
type Query<E> =
  E extends Record<"query", infer S extends z.ZodMiniType>
    ? Record<never, never> extends z.input<S>
      ? { query?: z.input<S> }
      : { query: z.input<S> }
    : unknown;

/** What a caller must send. */
export type Request<E extends Endpoint> = Part<E, "params", "in"> & Query<E> & Part<E, "body", "in">;

/** What the server's side receives, after parsing. */
export type Input<E extends Endpoint> = Part<E, "params", "out"> & Part<E, "query", "out"> & Part<E, "body", "out">;

/** What stands in the `data` field of the answer. */
export type Data<E extends Endpoint> = E extends { data: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
