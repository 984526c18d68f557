import { afterEach, expect, test } from "vitest";
import { m } from "./compiled/messages.js";
import { language, setLanguage } from "./language.ts";

afterEach(() => setLanguage("ar"));

test("a language that is set is shown at once and kept for later visits", () => {
  setLanguage("en");
  expect([language(), m.auth_login(), localStorage.getItem("language")]).toEqual(["en", "Login", "en"]);
  expect(document.documentElement).toMatchObject({ lang: "en", dir: "ltr" });
});

test("a language that is chosen in another tab is shown in this one", () => {
  dispatchEvent(new StorageEvent("storage", { key: "language", newValue: "en" }));
  expect(language()).toBe("en");
  expect(document.documentElement).toMatchObject({ lang: "en", dir: "ltr" });
  dispatchEvent(new StorageEvent("storage", { key: "color_scheme", newValue: "dark" }));
  expect(language()).toBe("en");
  dispatchEvent(new StorageEvent("storage", { key: "language", newValue: null }));
  expect(language()).toBe("ar");
});
