import { readdirSync, readFileSync } from "node:fs";
import type { Language } from "@saha/contract";

const folder = new URL("../web/src/text/", import.meta.url);

/**
 * A sentence of the interface by its key, so that journeys press what people read. Only sentences without plural forms.
 */
export function say(key: string, language: Language = "ar", values: Record<string, string | number> = {}): string {
  const sentence = sentences(language)[key];
  if (typeof sentence !== "string") throw new Error(`No plain sentence ${key} in ${language}`);
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

/** The keys of all sentences of the interface. */
export function keys(): string[] {
  return Object.keys(sentences("ar"));
}

const read = new Map<Language, Record<string, unknown>>();

function sentences(language: Language): Record<string, unknown> {
  let all = read.get(language);
  if (!all) {
    const files = readdirSync(new URL(`${language}/`, folder));
    all = Object.assign(
      {},
      ...files.map((file) => JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), "utf8"))),
    );
    read.set(language, all as Record<string, unknown>);
  }
  return all as Record<string, unknown>;
}
