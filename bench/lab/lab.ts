import type { Load } from "../children/load.ts";
import { type Child, openChild } from "./child.ts";
import type { Round } from "./measure.ts";

/** One line of the table: a figure beside its limit. */
export type Figure = {
  work: string;
  figure: string;
  limit?: string;
  ratio?: number;
  goal: string;
  isMet: boolean;
};

/** What rows measure with. */
export type Lab = {
  load: Child<Load, Round>;
  /** Where profiles of the server go; undefined when none is wanted. */
  profileTo: string | undefined;
};

export type Row = (lab: Lab) => Promise<Figure[]>;

/** Runs something with a process of its own, which ends with it. */
export async function withChild<Plan extends object, Result, T>(
  name: string,
  work: (child: Child<Plan, Result>) => Promise<T>,
): Promise<T> {
  const child = openChild<Plan, Result>(name);
  try {
    return await work(child);
  } finally {
    child.close();
  }
}
