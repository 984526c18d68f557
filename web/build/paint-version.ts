import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const maths = ["tokens.ts", "metals.ts", "enamel.ts", "colour.ts"].map(
  (name) => new URL(`../src/ui/theme/${name}`, import.meta.url),
);

/** Changes whenever the colour maths does. */
export const paintVersion = shortHash(maths.map((file) => readFileSync(file, "utf8")).join());

export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 10);
}
