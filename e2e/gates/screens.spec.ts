import { expect } from "@playwright/test";
import { screens } from "../screens/all.ts";
import { deepOnes } from "./depth.ts";
import { findingsOn } from "./findings.ts";
import { test } from "./walk.ts";

test.describe.configure({ mode: "parallel" });

const deep = deepOnes(screens);

for (const screen of screens) {
  const depth = deep.has(screen) ? "deep" : "quick";
  test(`${screen.name} as ${screen.as ?? "a visitor"} (${depth})`, async ({ stage }) => {
    expect(await findingsOn(stage, screen, depth)).toEqual([]);
  });
}
