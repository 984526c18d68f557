import type { TestProject } from "vitest/node";
import { openTemplate, type Ways } from "./template.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The run's throw-away cluster; `copyTemplate(inject("postgres"))` makes a database in it. */
    postgres: Ways;
  }
}

/** One throw-away cluster for the whole run; each test file copies its database from the template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await openTemplate();
  project.provide("postgres", { url: postgres.url, ownerUrl: postgres.ownerUrl });
  return postgres.stop;
}
