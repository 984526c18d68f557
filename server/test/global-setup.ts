import type { TestProject } from "vitest/node";
import { openTemplate } from "./template.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The run's throw-away cluster; `copyTemplate(inject("postgresUrl"))` makes a database in it. */
    postgresUrl: string;
  }
}

/** One throw-away cluster for the whole run; each test file copies its database from the template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await openTemplate();
  project.provide("postgresUrl", postgres.url);
  return postgres.stop;
}
