import { type Optimization, optimizations, usePlainTwins } from "../src/database/optimizations/twins.ts";

/*
 * `PLAIN_TWINS=pipelining,batch-load` or `=all` runs tests, or a server that is started with this file imported first,
 * on the plain twins of these optimizations.
 */
const asked = process.env.PLAIN_TWINS ?? "";
const named = asked === "all" ? optimizations : asked.split(",").filter(Boolean);
for (const name of named) {
  if (!optimizations.some((known) => known === name)) throw new Error(`there is no optimization ${name}`);
}
usePlainTwins(named as Optimization[]);

export { type Optimization, optimizations };
