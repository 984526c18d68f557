import type { Page } from "@playwright/test";
import axe from "axe-core";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * What axe finds within this part of the page as it is. Leaves contrast to the pixel probe, which sees what really lies
 * under a text, and leaves the rule on the device's orientation out, since axe would fetch every sheet anew for it.
 */
export async function axeFaults(page: Page, within = "html"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(judge, { within, tags });
}

/** Runs in the page. */
async function judge({ within, tags }: { within: string; tags: string[] }): Promise<string[]> {
  const { run } = (window as unknown as { axe: typeof axe }).axe;
  const { violations } = await run(within, {
    runOnly: { type: "tag", values: tags },
    rules: { "color-contrast": { enabled: false } },
    // What passes is neither named nor counted, which takes longer than finding what does not.
    resultTypes: ["violations"],
    preload: false,
  });
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target, html }) => `${target.join(" ")} ${html.slice(0, 90)}`)
        .join(" | ")}`,
  );
}
