import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the page is not offered for translation, which would break its screens at the next press", () => {
  const page = readFileSync(new URL("../../index.html", import.meta.url), "utf8");
  expect(page).toMatch(/<html [^>]*translate="no"/);
  expect(page).toContain('<meta name="google" content="notranslate" />');
});
