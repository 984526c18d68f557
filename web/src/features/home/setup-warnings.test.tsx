import { api } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { queryOf } from "../../api.ts";
import { SetupWarnings } from "./setup-warnings.tsx";

it("leaves out a warning that is newer than the page, and tells the others", () => {
  const at = "2026-11-28T18:00:00.000Z";
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(queryOf(api.warnings.list).queryKey, [
    { code: "made.later" as "mail.refused", at },
    { code: "mail.refused" as const, at },
  ]);
  render(
    <QueryClientProvider client={queries}>
      <SetupWarnings />
    </QueryClientProvider>,
  );
  expect(screen.getAllByRole("heading")).toHaveLength(1);
});
