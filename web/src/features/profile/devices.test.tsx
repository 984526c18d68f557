import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { keepTokens } from "../../tokens.ts";
import { Devices } from "./devices.tsx";

const device = (id: number) => ({ id, isCurrent: id === 1, userAgent: "", lastUsedAt: "2026-11-24T18:00:00Z" });

test("devices rest while one that was signed out has just made way for the next", async () => {
  let ids = [1, 2, 3];
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    if (method !== "DELETE") return Response.json({ data: ids.map(device) });
    ids = ids.filter((id) => !url.endsWith(`/${id}`));
    return Response.json({ data: {} });
  });
  keepTokens({ access: "a", refresh: "r" });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Devices />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const list = await screen.findByRole("list");
  const rests = () => list.hasAttribute("data-resting");
  await vi.waitFor(() => expect(rests()).toBe(false));
  const buttons = () => list.querySelectorAll("button");
  fireEvent.click(buttons()[1] as HTMLElement);
  await vi.waitFor(() => expect(buttons().length).toBe(2));
  expect(rests()).toBe(true);
  await vi.waitFor(() => expect(rests()).toBe(false));
});
