import type { Page } from "@playwright/test";
import type { Language } from "@saha/contract";

/** What is wrong with the page's skeleton: headings, landmarks, language, direction, title (interface: Quality gates). */
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
      let level = 0;
      for (const heading of shown("h1, h2, h3, h4, h5, h6")) {
        const next = Number(heading.tagName[1]);
        if (next > level + 1) faults.push(`h${next} “${heading.textContent?.trim().slice(0, 30)}” follows h${level}`);
        level = next;
      }
      for (const [name, selector] of [
        ["main", "main"],
        ["banner", "body header:not(main *, dialog *, section *, article *)"],
      ] as const) {
        const count = shown(selector).length;
        if (count !== 1) faults.push(`${count} landmarks ${name}`);
      }
      for (const nav of shown("nav")) {
        if (!nav.getAttribute("aria-label") && !nav.getAttribute("aria-labelledby")) faults.push("a nav has no name");
      }
      const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
      const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
      if (twice.length > 0) faults.push(`ids stand twice: ${[...new Set(twice)].slice(0, 3).join(", ")}`);
      return faults;
    },
    { language, appName },
  );
}
