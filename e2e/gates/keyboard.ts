import { expect, type Locator, type Page } from "@playwright/test";

const maxSteps = 60;

/** Presses a key, no faster than a person where a hand scanner's are told by their speed (scanner-keys.ts). */
async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  if (/\/scan/.test(page.url())) await page.waitForTimeout(60);
}

/** Walks with Tab to a control, as someone without a mouse does; every stop on the way must show where the focus is. */
export async function tabTo(page: Page, goal: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await goal.waitFor();
  const trail: string[] = [];
  for (let step = 0; step < maxSteps; step++) {
    await press(page, key);
    trail.push(await stepOn(page));
    if (await goal.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never came to ${goal}; it went ${trail.join(" → ")}`);
}

/** Everything that Tab stops at, once round, by name. */
export async function stopsOf(page: Page): Promise<string[]> {
  const stops: string[] = [];
  for (let step = 0; step < maxSteps; step++) {
    await press(page, "Tab");
    const name = await stepOn(page);
    // Within a field for a day, Tab stops at each of its parts.
    if (name === stops.at(-1)) continue;
    if (name === "" || stops.includes(name)) return stops;
    stops.push(name);
  }
  return stops;
}

/** Names what has the focus now, and complains when the one before looked no different while it had it. */
async function stepOn(page: Page): Promise<string> {
  const { name, unseen } = await page.evaluate(readFocus);
  expect(unseen, "looks the same with the focus as without").toBe("");
  return name;
}

/** Whether the focus lies inside of this part of the page. */
export function hasFocus(scope: Locator): Promise<boolean> {
  return scope.evaluate((element) => element.contains(document.activeElement));
}

/** Tab and Shift+Tab stay inside an open dialog. */
export async function expectTrapped(page: Page, dialog: Locator): Promise<void> {
  for (const key of ["Tab", "Shift+Tab"] as const) {
    for (let step = 0; step < 25; step++) {
      await press(page, key);
      const where = await dialog.evaluate((element) => {
        const now = document.activeElement;
        // The browser's own dialog lets the focus go to the browser's bar, where the page has none.
        return element.contains(now) || now === document.body ? "inside" : (now?.outerHTML.slice(0, 120) ?? "nowhere");
      });
      expect(where, `${key} stays in the dialog`).toBe("inside");
    }
  }
}

/** Runs in the page, after each step: looks at the last stop once more, now that the focus has left it. */
function readFocus(): { name: string; unseen: string } {
  type Memory = { parts: Element[]; looks: string; name: string };
  const memory = window as unknown as { lastFocus?: Memory | undefined };
  const last = memory.lastFocus;
  const now = document.activeElement;
  // The parts of a field for a day show the focus within themselves, which no style of the field tells.
  if (last && last.parts[0] === now) return { name: last.name, unseen: "" };
  const unseen = last?.parts[0]?.isConnected && looksOf(last.parts) === last.looks ? last.name : "";
  if (!now || now === document.body) {
    memory.lastFocus = undefined;
    return { name: "", unseen };
  }
  const parts = partsOf(now);
  const name = nameOf(now);
  memory.lastFocus = { parts, looks: looksOf(parts), name };
  return { name, unseen };

  /** A hidden input shows its focus on the label or box beside it. */
  function partsOf(element: Element): Element[] {
    const around = [element, element.parentElement, element.parentElement?.parentElement, element.nextElementSibling];
    return [...around, element.closest("label"), ...((element as HTMLInputElement).labels ?? [])].filter(
      (part) => part !== null && part !== undefined,
    );
  }

  function looksOf(parts: Element[]): string {
    return parts
      .map((part) => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, borderWidth, backgroundColor } =
          getComputedStyle(part);
        const outline = outlineStyle === "none" ? "" : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
        return [outline, boxShadow, borderColor, borderWidth, backgroundColor].join();
      })
      .join(";");
  }

  function nameOf(element: Element): string {
    const input = element as HTMLInputElement;
    const label = input.labels?.[0]?.textContent;
    const index = [...document.querySelectorAll(element.tagName)].indexOf(element);
    return `${element.tagName.toLowerCase()} ${index} ${(element.getAttribute("aria-label") ?? label ?? element.textContent ?? "").trim().slice(0, 40)}`;
  }
}
