import type { Page } from "@playwright/test";

const names: Record<string, string> = { "\t": "Tab", "\r": "Enter", " ": "Space" };

/** Types a text key by key, one after so many milliseconds, as a hand scanner or a person does. */
export async function typed(page: Page, text: string, ms: number): Promise<void> {
  for (const letter of text) {
    await page.keyboard.press(names[letter] ?? letter);
    await page.waitForTimeout(ms);
  }
}
