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

/** Speaks another language from now on, and in this browser's later visits. */
export function speak(next: Language): void {
  current = next;
  localStorage.setItem(key, next);
  markDocument();
  for (const listener of listeners) listener();
}

/** Tells the document, and so screen readers and fonts, which language it is in. */
export function markDocument(): void {
  document.documentElement.lang = current;
  document.documentElement.dir = directionOf(current);
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language);
}

/** Another language is spoken from now on: sentences that were kept, such as what is wrong with a field, are in the one before. */
export function useOnSpeak(forget: () => void): void {
  useEffect(() => subscribe(forget));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
