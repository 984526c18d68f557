import { describe, expect, test } from "vitest";
import { StartError } from "../errors/start-error.ts";
import { readArguments } from "./arguments.ts";

/** The sentence that refuses a start. */
function refusalOf(args: string[], env: Record<string, string> = {}): string {
  try {
    readArguments(args, env);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return "";
}

const all = "--demo, --rush, --fresh, --reset-admin, --new-secret, --restored.";

describe("the arguments of a start", () => {
  test("say which world and what else is wanted; without any it is a real event", () => {
    const none = { isFresh: false, resetsAdmin: false, takesNewSecret: false, isRestored: false };
    expect(readArguments([], {})).toEqual({ ...none, world: "empty" });
    expect(readArguments(["--demo", "--fresh"], {})).toEqual({ ...none, world: "demo", isFresh: true });
    expect(readArguments(["--rush"], {})).toEqual({ ...none, world: "rush" });
    expect(readArguments(["--restored", "--reset-admin", "--new-secret"], {})).toEqual({
      world: "empty",
      isFresh: false,
      resetsAdmin: true,
      takesNewSecret: true,
      isRestored: true,
    });
  });

  test.each([
    [["--restore"], "--restore"],
    [["--reset-admin", "--Restored"], "--Restored"],
    [["restored"], "restored"],
    [["--restored=no"], "--restored"],
    [["--no-restored"], "--no-restored"],
    [["-r"], "-r"],
    [["--", "--restored"], "--restored"],
  ])("that are unknown are refused by name: %j", (args, named) => {
    const said = refusalOf(args);
    expect(said).toContain(`'${named}'`);
    expect(said).toContain(all);
  });

  test("that npm kept for itself are refused with the right command", () => {
    expect(refusalOf([], { npm_config_restored: "true", npm_lifecycle_event: "start" })).toBe(
      "npm kept --restored for itself; write npm start -- --restored.",
    );
    const both = { npm_config_reset_admin: "true", npm_config_new_secret: "true", npm_lifecycle_event: "start" };
    expect(refusalOf([], both)).toContain("write npm start -- --reset-admin --new-secret.");
    const demo = { npm_config_fresh: "true", npm_lifecycle_event: "demo" };
    expect(refusalOf(["--demo"], demo)).toContain("write npm run demo -- --fresh.");
  });

  test("that would do nothing are refused", () => {
    expect(refusalOf(["--fresh"])).toContain("npm run demo -- --fresh");
    expect(refusalOf(["--demo", "--rush"])).toContain("start one of them");
  });
});
