import pg from "pg";
import { isPlain } from "./twins.ts";

const oftenEnough = 50;
const maxNames = 200;
const maxLength = 4000;

/**
 * A client that prepares what runs often, once for each connection: PostgreSQL then neither parses nor plans it again.
 * Rare statements, and texts that grow with their rows, stay as they are, so that backends keep their memory.
 */
export function preparingClient(): typeof pg.Client {
  if (isPlain("prepared-statements")) return pg.Client;
  const runs = new Map<string, number>();
  const names = new Map<string, string>();
  let made = 0;

  function nameOf(text: string): string | undefined {
    const name = names.get(text);
    if (name !== undefined || text.length > maxLength || names.size >= maxNames) return name;
    if (runs.size > 10 * maxNames) runs.clear();
    const count = (runs.get(text) ?? 0) + 1;
    runs.set(text, count);
    if (count >= oftenEnough) names.set(text, `saha_${++made}`);
    return names.get(text);
  }

  return class PreparingClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: one signature cannot be assigned to all of pg's overloads.
    override query(text: any, values?: any, callback?: any): any {
      const name = typeof text === "string" && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
      if (name === undefined || callback) return super.query(text, values, callback);
      return super.query({ name, text, values }).catch((error: unknown) => {
        if (isOutdated(error)) names.delete(text);
        throw error;
      });
    }
  };
}

/** Whether a statement was prepared before its tables changed; it is prepared afresh when it is tried again. */
export function isOutdated(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === "0A000" && message === "cached plan must not change result type";
}
