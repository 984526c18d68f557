import { expect, test } from "../fixtures.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("the reference page shows the contract and tries a call, under its security headers and without any other host", async ({
  page,
  server,
}) => {
  const complaints: string[] = [];
  const elsewhere: string[] = [];
  page.on("console", (line) => line.type() === "error" && complaints.push(line.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(server.url) && !/^(data|blob):/.test(url)) elsewhere.push(url);
  });
  await page.goto("/docs");
  await expect(page.getByRole("heading", { name: "Saha", exact: true })).toBeVisible();
  await page.getByText("themes", { exact: true }).first().click();
  await page.locator("a[href*='GET/api/main-theme']").first().click();
  await page
    .getByRole("button", { name: /Test Request.*get \/api\/main-theme/i })
    .first()
    .click();
  await page.getByRole("button", { name: /^Send/ }).first().click();
  await expect(page.getByText("200 OK")).toBeVisible();
  expect(complaints).toEqual([]);
  expect(elsewhere).toEqual([]);
});
