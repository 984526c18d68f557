import type { Language } from "@saha/contract";
import { useEffect, useSyncExternalStore } from "react";
import { overwriteGetLocale } from "./compiled/runtime.js";

const key = "language";
let current: Language = localStorage.getItem(key) === "en" ? "en" : "ar";
const listeners = new Set<() => void>();

overwriteGetLocale(() => current);

/** The language of the screen: Arabic unless the person chose English in this browser. */
export function language(): Language {
  return current;
}

export function directionOf(of: Language): "rtl" | "ltr" {
  return of === "ar" ? "rtl" : "ltr";
}

/** Sets the language of the screen, for this browser's later visits too. */
export function setLanguage(next: Language): void {
  localStorage.setItem(key, next);
  switchTo(next);
}

function switchTo(next: Language): void {
  current = next;
  markDocument();
  for (const listener of listeners) listener();
}

// Another tab of this browser chose a language.
window.addEventListener("storage", (event) => {
  if (event.key === key) switchTo(event.newValue === "en" ? "en" : "ar");
});

/** Tells the document, and so screen readers and fonts, which language it is in. */
export function markDocument(): void {
  document.documentElement.lang = current;
  document.documentElement.dir = directionOf(current);
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language);
}

/**
 * Runs when another language is set: sentences that were kept, such as what is wrong with a field, are in the one
 * before.
 */
export function useOnLanguageChange(forget: () => void): void {
  useEffect(() => subscribe(forget));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
