import type { Theme } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { FormEvent, ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropTokens, keepTokens } from "../../tokens.ts";
import { defaultPalette } from "../../ui/theme/palette.ts";
import { useBoothThemeForm } from "./use-booth-theme-form.ts";
import { useThemeForm } from "./use-theme-form.ts";

const [createdAt, updatedAt] = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"];
const saved: Theme = { id: 3, boothId: 1, ...defaultPalette, logo: null, createdAt, updatedAt };
let sent: unknown[];

beforeEach(() => {
  sent = [];
  keepTokens({ access: "a", refresh: "r" });
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return new Response(JSON.stringify({ data: saved }));
  });
});
afterEach(() => {
  dropTokens();
  vi.unstubAllGlobals();
});

const event = { preventDefault() {} } as FormEvent;
const queries = new QueryClient();
const wrapper = (props: { children: ReactNode }) => <QueryClientProvider client={queries} {...props} />;
type Form = Pick<ReturnType<typeof useThemeForm>, "props"> & { change(fields: { tertiary: string }): void };
const forms: Record<string, () => Form> = {
  "the main theme": () => useThemeForm(saved),
  "a booth's theme": () => useBoothThemeForm({ theme: saved, main: undefined, onSaved: () => {} }),
};

test.each(Object.entries(forms))("saving %s sends the colour that was changed alone", async (_, use) => {
  const { result } = renderHook(use, { wrapper });
  act(() => result.current.change({ tertiary: "#00AA55" }));
  await act(() => result.current.props.onSubmit(event));
  await waitFor(() => expect(sent).toEqual([{ tertiary: "#00AA55" }]));
});

test("a new theme of a booth has all three", async () => {
  const use = () => useBoothThemeForm({ theme: null, main: undefined, onSaved: () => {} });
  const { result } = renderHook(use, { wrapper });
  act(() => result.current.change({ boothId: 1, tertiary: "#00AA55" }));
  await act(() => result.current.props.onSubmit(event));
  await waitFor(() => expect(sent).toEqual([{ ...defaultPalette, tertiary: "#00AA55", boothId: 1 }]));
});
