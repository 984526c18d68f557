import type { Locator, Page } from "@playwright/test";
import type { Scene } from "./screen.ts";

/** Calls for what lists show. */
export const data = /\/api\/(ticket|user|auth\/sessions|profile|booth|game|platform|log)/;

export const button = (scope: Page | Locator, name: string) => scope.getByRole("button", { name, exact: true });
export const submit = async ({ page }: Scene, name: string) => button(page.getByRole("main"), name).click();
export const inDialog = ({ page }: Scene, name: string) => button(page.getByRole("dialog"), name).click();

/** The account's menu, by its button at the end of the bar. */
export async function openAccount({ page, t }: Scene): Promise<void> {
  await page.getByRole("banner").getByRole("button").last().click();
  await page.getByText(t("app_logout"), { exact: true }).waitFor();
}

export async function openDrawer({ page, t }: Scene): Promise<void> {
  await button(page, t("app_menu_open")).click();
  await page.getByRole("dialog").getByRole("navigation").waitFor();
}

/** The first row's button of this sort: edit, password or delete. */
export async function openRow({ page, t }: Scene, key: string, name: string): Promise<void> {
  await button(page, t(key, { name, title: name })).click();
  await page.getByRole("dialog").getByRole("button").first().waitFor();
}

export async function add({ page, t }: Scene, key: string): Promise<void> {
  await button(page, t(key)).first().click();
  await page.getByRole("dialog").getByRole("button").first().waitFor();
}

export async function search({ page, t }: Scene, key: string, typed: string): Promise<void> {
  await page.getByRole("searchbox", { name: t(key) }).fill(typed);
}

/** Waits for the sentence under a field that says what is wrong with it. */
export async function fieldError({ page }: Scene): Promise<void> {
  await page.locator(".mantine-InputWrapper-error").first().waitFor();
}

/** Waits until the screen says something at once to whoever listens. */
export async function alert({ page }: Scene): Promise<void> {
  await page.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
}
