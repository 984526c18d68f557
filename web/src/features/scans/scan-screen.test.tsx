import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { setLanguage } from "../../text/language.ts";
import { keepTokens } from "../../tokens.ts";
import { EntryScan } from "./scan-screen.tsx";

const sent: string[] = [];

beforeEach(() => {
  setLanguage("en");
  keepTokens({ access: "a", refresh: "r" });
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= vi.fn();
  sent.length = 0;
  vi.stubGlobal("fetch", async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)).qrToken);
    throw new TypeError("Failed to fetch");
  });
});

/** Presses a key where the focus is; Enter presses a button as browsers have it, unless somebody has dropped it. */
function press(key: string) {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) throw new Error("nothing has the focus");
  if (fireEvent.keyDown(activeElement, { key }) && key === "Enter") activeElement.click();
}

test("after a lost answer a hand scanner's Enter sends nobody's ticket again, a pressed one does", async () => {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <EntryScan />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.change(screen.getByPlaceholderText("XXXXX-XXXXX"), { target: { value: "ABCDE-FGHJK" } });
  fireEvent.click(screen.getByRole("button", { name: "Check" }));
  await screen.findByText("No answer", undefined, { timeout: 15_000 });
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Try again"));
  const before = sent.length;
  // A press this soon after the verdict was meant for something else.
  await new Promise((resolve) => setTimeout(resolve, 400));
  for (const key of [..."KLMNP-QRSTU", "Enter"]) press(key);
  await new Promise((resolve) => setTimeout(resolve, 350));
  expect(sent).toHaveLength(before);
  press("Enter");
  await vi.waitFor(() => expect(sent.slice(before)).toContain("ABCDE-FGHJK"));
});
