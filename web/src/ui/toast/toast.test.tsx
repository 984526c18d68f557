import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

// Another file of this worker may have imported it with another library.
vi.resetModules();
const { clearToasts, toast } = await import("./toast.ts");
const { Toaster } = await import("./toaster.tsx");
afterEach(cleanup);

test("what was said to one person is not shown to the next one, also what was still to be loaded", async () => {
  render(
    <MantineProvider>
      <Toaster />
    </MantineProvider>,
  );
  await toast({ kind: "info", message: "it's your turn" });
  expect(await screen.findByText("it's your turn")).toBeTruthy();
  const late = toast({ kind: "info", message: "still on its way" });
  clearToasts();
  await late;
  await vi.waitFor(() => expect(screen.queryByText("it's your turn")).toBeNull());
  expect(screen.queryByText("still on its way")).toBeNull();
});
