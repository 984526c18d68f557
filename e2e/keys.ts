import type { Page } from "@playwright/test";

const named: Record<string, { key: string; code: string; windowsVirtualKeyCode: number; text?: string }> = {
  "\t": { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 },
  "\r": { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" },
};

/**
 * Types a text key by key, one so many milliseconds after the other, as a hand scanner or a person does. The times are
 * those that the keys bear, however slow the machine is.
 */
export async function typed(page: Page, text: string, ms: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const began = Date.now();
  for (const [index, letter] of [...text].entries()) {
    const timestamp = (began + index * ms) / 1000;
    const key = named[letter] ?? { key: letter, text: letter };
    await session.send("Input.dispatchKeyEvent", { type: "keyDown", timestamp, ...key });
    await session.send("Input.dispatchKeyEvent", { type: "keyUp", timestamp, ...key });
    if (Date.now() < began + index * ms) await page.waitForTimeout(began + index * ms - Date.now());
  }
  await session.detach();
}
