import type { ProblemCode } from "@saha/contract";
import { Problem } from "../errors/problem.ts";

/** What whoever breaks a constraint is told; `field` is the one of the body that the refusal is about. */
type Refused = { problem: ProblemCode; field?: string };
/** Why nobody can break it. */
type Unreachable = { unreachable: string };

/**
 * Maps each constraint and unique index of the database to a refusal, or to the reason why no call can break it. A
 * slice maps those of its own tables; a test over the catalog fails on one that is missing.
 */
export type Constraints = Readonly<Record<string, Refused | Unreachable>>;

/** Lists constraints that no call can break, for one reason. */
export function unreachable(reason: string, names: readonly string[]): Constraints {
  return Object.fromEntries(names.map((name) => [name, { unreachable: reason }]));
}

/** Turns the error of a broken constraint into its refusal; undefined for every other error. */
export function refusalOf(error: Error, constraints: Constraints): Problem | undefined {
  const name = constraintOf(error);
  const meaning = name === undefined ? undefined : constraints[name];
  if (!meaning || !("problem" in meaning)) return undefined;
  return new Problem(meaning.problem, meaning.field === undefined ? {} : { field: meaning.field });
}

/** Returns the name of the constraint or unique index that an error of the database is about. */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as { constraint?: string }).constraint : undefined;
}
