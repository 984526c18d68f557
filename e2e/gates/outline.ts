import type { Page } from "@playwright/test";
import type { Language } from "@saha/contract";

/**
 * What axe doesn't ask of a page's skeleton: its language and direction, the form of its title, one first heading, and
 * a name for each nav (interface: Quality gates).
 */
export function outlineFaults(page: Page, language: Language, appName: string): Promise<string[]> {
  return page.evaluate(
    ({ language, appName }) => {
      const faults: string[] = [];
      const shown = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
      const { lang, dir } = document.documentElement;
      if (lang !== language || dir !== (language === "ar" ? "rtl" : "ltr")) faults.push(`the page is ${lang} ${dir}`);
      if (!document.title.endsWith(` · ${appName}`) || document.title.startsWith("·")) {
        faults.push(`the title is “${document.title}”`);
      }
      const titles = shown("h1");
      if (titles.length !== 1) faults.push(`${titles.length} headings of the first level`);
      for (const nav of shown("nav")) {
        if (!nav.getAttribute("aria-label") && !nav.getAttribute("aria-labelledby")) faults.push("a nav has no name");
      }
      return faults;
    },
    { language, appName },
  );
}
