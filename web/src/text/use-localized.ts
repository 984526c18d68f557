import { useMemo } from "react";
import { useLanguage } from "./language.ts";

/**
 * Memoizes what is made of sentences, such as a table's columns, until the language or one of `dependencies` changes.
 */
export function useLocalized<T>(make: () => T, dependencies: readonly unknown[] = []): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names the dependencies
  return useMemo(make, [useLanguage(), ...dependencies]);
}
