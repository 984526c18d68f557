import type { Page } from "@playwright/test";
import type { Language } from "@saha/contract";
import type { SeededServer, SeedName } from "../seeds.ts";
import { say } from "../text.ts";

export type Look = { language: Language; scheme: "light" | "dark"; width: number; height: number };

/** What a screen's act may use: the open page, the server behind it, and the sentences in the page's language. */
export type Scene = {
  page: Page;
  server: SeededServer;
  t: (key: string, values?: Record<string, string | number>) => string;
};

/** One screen in one state, as one person sees it; `null` is a visitor. */
export type Screen = {
  name: string;
  as: string | null;
  path: string;
  seed: SeedName;
  /** Where it exists only on a phone, or only beside a sidebar. */
  only?: "phone" | "laptop";
  /** Calls that are lost, as if the network had gone once the page itself is there. */
  lost?: RegExp;
  /** Calls that are never answered, for what shows meanwhile. */
  stalled?: RegExp;
  /** Shows waiting as one of its samples, for good. */
  waits?: true;
  /** Prepares the page before it opens. */
  before?: (scene: Scene) => Promise<void>;
  /** Brings the open screen into its state. */
  act?: (scene: Scene) => Promise<void>;
};

/** A screen as it is written down: on the demo seed unless it says otherwise. */
export type Entry = Omit<Screen, "seed"> & { seed?: SeedName };

/** The words of a language for an open page. */
export function sceneOf(page: Page, server: SeededServer, language: Language): Scene {
  return { page, server, t: (key, values) => say(key, language, values) };
}
