import { useMemo } from "react";
import { useLanguage } from "./language.ts";

/** Keeps what is made of sentences, such as a table's columns, until another language or other `parts` make it anew. */
export function useSpoken<T>(make: () => T, parts: readonly unknown[] = []): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names the parts
  return useMemo(make, [useLanguage(), ...parts]);
}
