import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterAll, afterEach, expect, test, vi } from "vitest";

// Files of one worker share what they import.
let isConnected = true;
vi.mock("../../realtime.ts", () => ({ useConnected: () => isConnected }));
vi.resetModules();
const { dropTokens, keepTokens } = await import("../../tokens.ts");
const { useList } = await import("./use-list.ts");
afterAll(() => void vi.resetModules());
afterEach(() => {
  dropTokens();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([
  ["nothing where news arrives", true, 1],
  ["again and again where none does", false, 3],
])("the list is asked for %s", async (_, connected, least) => {
  vi.useFakeTimers();
  isConnected = connected;
  keepTokens({ access: "a", refresh: "r" });
  let asked = 0;
  vi.stubGlobal("fetch", async () => {
    asked++;
    return new Response(JSON.stringify({ data: [] }));
  });
  const queries = new QueryClient();
  const wrapper = (props: { children: ReactNode }) => <QueryClientProvider client={queries} {...props} />;
  const { unmount } = renderHook(useList, { wrapper });
  await act(() => vi.advanceTimersByTimeAsync(50_000));
  unmount();
  if (connected) expect(asked).toBe(least);
  else expect(asked).toBeGreaterThanOrEqual(least);
});
