import { api, type BoothGame } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { keyOf } from "../../api.ts";
import { setLanguage } from "../../text/language.ts";
import { PlatformFilter } from "./platform-filter.tsx";

const platforms = [
  { id: 1, name: "PlayStation" },
  { id: 2, name: "PC" },
  { id: 3, name: "Xbox" },
];

beforeEach(() => setLanguage("en"));

function show(platformIds: number[], chosen: number | null = null) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(keyOf(api.platforms.list), platforms);
  const choose = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <PlatformFilter
        games={platformIds.map((platformId) => ({ platformId }) as BoothGame)}
        chosen={chosen}
        onChoose={choose}
      />
    </QueryClientProvider>,
  );
  return choose;
}

test("a booth's games are filtered by the platforms that they are on, or not at all", () => {
  const choose = show([2, 1, 2], 2);
  const names = screen.getAllByRole("button").map(({ textContent }) => textContent);
  expect(names).toEqual(["All", "PlayStation", "PC"]);
  expect(screen.getByRole("button", { pressed: true }).textContent).toBe("PC");
  fireEvent.click(screen.getByText("PlayStation"));
  expect(choose).toHaveBeenLastCalledWith(1);
  fireEvent.click(screen.getByText("All"));
  expect(choose).toHaveBeenLastCalledWith(null);
});

test("one platform needs no filter", () => {
  show([1, 1]);
  expect(screen.queryByRole("button")).toBeNull();
});
