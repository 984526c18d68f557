import type { Entry } from "./screen.ts";

export const organiser: Entry[] = [
  { name: "dashboard-scans", as: "admin", path: "/dashboard/scans" },
  {
    name: "dashboard-audit",
    as: "admin",
    path: "/dashboard/audit",
    act: async ({ page, t }) => {
      await page.getByRole("combobox", { name: t("audit_filter") }).selectOption("users");
      await page.getByText(t("audit_made"), { exact: true }).first().waitFor();
    },
  },
  {
    name: "dashboard-audit-change",
    as: "admin",
    path: "/dashboard/audit",
    act: async ({ page }) => {
      await page.locator("button:has(svg.tabler-icon-eye)").first().click();
      await page.getByRole("dialog").getByRole("table").first().waitFor();
    },
  },
];
