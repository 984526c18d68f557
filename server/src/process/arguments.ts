import { parseArgs } from "node:util";
import { StartError } from "../errors/start-error.ts";
import type { World } from "./config.ts";

const flag = { type: "boolean", default: false } as const;
const flags = {
  demo: flag,
  rush: flag,
  fresh: flag,
  "reset-admin": flag,
  "new-secret": flag,
  restored: flag,
};
const names = Object.keys(flags).map((name) => `--${name}`);

/** What a start was asked for. */
export type Arguments = {
  world: World;
  /** `--fresh`: the demo world is made anew. */
  isFresh: boolean;
  /** `--reset-admin`: the first administrator gets a new password, printed once. */
  resetsAdmin: boolean;
  /** `--new-secret`: another secret signs from now on, for the one that did is lost. */
  takesNewSecret: boolean;
  /** `--restored`: the database was set back to a backup. */
  isRestored: boolean;
};

/**
 * Reads the arguments of a start. A StartError names one that is unknown, or that npm kept for itself because `--` was
 * forgotten: a start that passes over `--restored` goes on with the sessions of the backup.
 */
export function readArguments(args: string[], env: Record<string, string | undefined>): Arguments {
  const kept = names.filter((name) => env[`npm_config_${name.slice(2).replaceAll("-", "_")}`]);
  if (kept.length > 0) {
    const command = env.npm_lifecycle_event === "demo" ? "npm run demo" : "npm start";
    throw new StartError(`npm kept ${kept.join(" ")} for itself; write ${command} -- ${kept.join(" ")}.`);
  }
  const wanted = parse(args);
  if (wanted.demo && wanted.rush) throw new StartError("--demo and --rush are two worlds; start one of them.");
  if (wanted.fresh && !wanted.demo) throw new StartError("--fresh makes a demo anew; write npm run demo -- --fresh.");
  return {
    world: wanted.demo ? "demo" : wanted.rush ? "rush" : "empty",
    isFresh: wanted.fresh,
    resetsAdmin: wanted["reset-admin"],
    takesNewSecret: wanted["new-secret"],
    isRestored: wanted.restored,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: flags, strict: true }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new StartError(`${error.message}. The arguments of a start are ${names.join(", ")}.`);
  }
}
