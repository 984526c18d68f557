import { afterEach, describe, expect, test } from "vitest";
import { setLanguage } from "../../text/language.ts";
import { dashboardScreens } from "./dashboard-screens.ts";
import { guestScreens } from "./guest-screens.ts";
import { memberScreens } from "./member-screens.ts";
import { publicScreens } from "./public-screens.ts";

afterEach(() => setLanguage("ar"));

describe.each(["ar", "en"] as const)("in %s", (language) => {
  test.each([
    ["outside the dashboard", [...publicScreens, ...guestScreens, ...memberScreens]],
    ["in the dashboard", dashboardScreens],
  ])("no two screens %s have the same title", (_where, screens) => {
    setLanguage(language);
    const titles = screens.map(({ title }) => title());
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});
