import { MantineProvider } from "@mantine/core";
import { api, type Theme } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { defaultPalette } from "../../ui/theme/palette.ts";
import { BoothThemeDialog } from "./booth-theme-dialog.tsx";

const theme: Theme = {
  id: 4,
  boothId: 7,
  ...defaultPalette,
  logo: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

test("a booth's editor shows a pass and a place in line in both schemes, painted anew with each whole colour", async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const main = { ...theme, id: 1, boothId: null };
  const booth = { id: 7, name: "Arena" };
  queries.setQueryData<unknown>(queryOf(api.booths.list).queryKey, [booth]);
  queries.setQueryData(queryOf(api.boothThemes.list).queryKey, [theme]);
  queries.setQueryData(queryOf(api.themes.main).queryKey, main);
  const { container } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <BoothThemeDialog row={theme} onSaved={() => {}} onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const phones = [m.themes_preview_light(), m.themes_preview_dark()].map((name) => screen.getByRole("img", { name }));
  for (const phone of phones) {
    const metals = Array.from(phone.querySelectorAll<HTMLElement>("article"), ({ dataset }) => dataset.metal);
    expect(metals).toEqual(["gold", "premium"]);
    expect(phone.textContent).toContain("007");
  }
  const paints = () => phones.map((phone) => phone.querySelector("style")?.textContent);
  await waitFor(() => expect(paints().every((paint) => paint?.includes("--gold-a"))).toBe(true));
  const before = paints();
  fireEvent.change(container.ownerDocument.querySelector("input[name='primary']") as Element, {
    target: { value: "#0B7A3B" },
  });
  await waitFor(() => expect(paints().every((paint, at) => paint !== before[at])).toBe(true));
});
