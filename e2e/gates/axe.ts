import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds on the page as it is; `colours` only looks again at what another scheme changes. */
export async function axeFaults(page: Page, part: "all" | "colours" = "all"): Promise<string[]> {
  // Legacy mode: there is no frame of another site, and no page of its own is needed to bring results together.
  // What passes is neither named nor counted, which takes longer than finding what does not.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  const chosen = part === "all" ? axe.withTags(tags) : axe.withRules(["color-contrast", "link-in-text-block"]);
  const { violations } = await chosen.analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target, html }) => `${target.join(" ")} ${html.slice(0, 90)}`)
        .join(" | ")}`,
  );
}
