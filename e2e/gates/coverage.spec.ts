import { expect, test } from "@playwright/test";
import { addresses, isAt } from "../addresses.ts";
import { screens } from "../screens/all.ts";

test("every address of the web has an entry in the walk", () => {
  const walked = screens.map(({ path }) => new URL(path, "http://here").pathname);
  const forgotten = addresses.map(({ path }) => path).filter((address) => !walked.some((path) => isAt(address, path)));
  expect(forgotten).toEqual([]);
});
