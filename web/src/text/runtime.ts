import type { Language } from "@saha/contract";

/** Stands in for the compiled texts' runtime in what is shipped: they ask it for the language and nothing else. */
export let getLocale = (): Language => "ar";
export const experimentalStaticLocale = undefined;

export function overwriteGetLocale(next: () => Language): void {
  getLocale = next;
}
