import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Sent } from "./wire.ts";

type Value = string | { bytes: Buffer; name?: string; type?: string };

/** A form as a browser sends it. */
export async function form(fields: Record<string, Value> | [string, Value][], headers: Record<string, string> = {}) {
  const data = new FormData();
  for (const [name, value] of Array.isArray(fields) ? fields : Object.entries(fields)) {
    if (typeof value === "string") data.append(name, value);
    else data.append(name, new Blob([new Uint8Array(value.bytes)], { type: value.type ?? "" }), value.name ?? "a.png");
  }
  const encoded = new Response(data);
  return {
    headers: { ...headers, "content-type": encoded.headers.get("content-type") ?? "" },
    body: Buffer.from(await encoded.arrayBuffer()),
  } satisfies Sent;
}

/** Every file of uploads that lies in a data folder, finished or not. */
export function filesIn(dataDir: string): string[] {
  return ["files", "uploads"].flatMap((folder) => {
    try {
      return readdirSync(join(dataDir, folder)).map((name) => `${folder}/${name}`);
    } catch {
      return [];
    }
  });
}
