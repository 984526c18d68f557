import { api, type InvitationCode } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keyOf, queryOf } from "../../api.ts";
import { setLanguage } from "../../text/language.ts";
import { useMailCodes } from "./use-mail-codes.ts";

const codes = [1, 2, 3, 4, 5].map((id) => ({ id }) as InvitationCode);
let asked: { path: string; answer: () => void }[] = [];
const paths = () => asked.map(({ path }) => path.replace(/.*invitation-code/, ""));

beforeEach(() => {
  setLanguage("en");
  asked = [];
  vi.stubGlobal("fetch", (path: string) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    asked.push({ path: String(path), answer: () => resolve(new Response(JSON.stringify({ data: codes[0] }))) });
    return promise;
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** Opens the dialog, and has it mail these codes. */
async function press(some: readonly InvitationCode[], queries = new QueryClient()) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result, unmount } = renderHook(() => useMailCodes(), { wrapper });
  await act(async () => {
    void result.current.mail(some);
    await new Promise((resolve) => setTimeout(resolve, 10));
  });
  return unmount;
}

test("a letter that is on its way leaves once, also when the dialog is opened again meanwhile", async () => {
  const close = await press(codes.slice(0, 4));
  close();
  await press(codes);
  // Three of the first dialog, and the one that it did not mean.
  expect(paths()).toEqual(["/1/mail", "/2/mail", "/3/mail", "/5/mail"]);
  for (const { answer } of asked.splice(0)) answer();
  await vi.waitFor(() => expect(paths()).toEqual(["/4/mail"]));
  asked.splice(0)[0]?.answer();
  await new Promise((resolve) => setTimeout(resolve, 10));
  // Once it is over it may be sent again.
  await press(codes.slice(0, 1));
  expect(paths()).toEqual(["/1/mail"]);
  asked[0]?.answer();
});

test("the second click of a double one mails nothing again, however quick the answer to the first", async () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useMailCodes(), { wrapper });
  await act(async () => void result.current.mail(codes.slice(0, 1)));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const began = Date.now();
  asked[0]?.answer();
  // Its button is busy as long as that.
  await vi.waitFor(() => expect(result.current.progress).toBeNull());
  expect(Date.now() - began).toBeGreaterThanOrEqual(490);
});

test("the list shows each letter as it leaves, and is fetched once they are through", async () => {
  const queries = new QueryClient();
  const { queryKey } = queryOf(api.invitations.list);
  queries.setQueryData(queryKey, []);
  const invalidate = vi.spyOn(queries, "invalidateQueries");
  await press(codes.slice(1), queries);
  for (const { answer } of asked.splice(0)) answer();
  await vi.waitFor(() => expect(paths()).toEqual(["/5/mail"]));
  expect(queries.getQueryData(queryKey)).toEqual([codes[0]]);
  expect(invalidate).not.toHaveBeenCalled();
  asked.splice(0)[0]?.answer();
  await vi.waitFor(() => expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey: keyOf(api.invitations.list) }));
});

test("after a lost answer it is the same letter, until the list shows it as mailed", async () => {
  const keys: (string | undefined)[] = [];
  vi.stubGlobal("fetch", async (_path: string, init: { headers: Record<string, string> }) => {
    keys.push(new Headers(init.headers).get("idempotency-key") ?? undefined);
    throw new TypeError("the line is gone");
  });
  const code = { id: 9, sentTo: "guest@mail.example", mailedAt: null } as InvitationCode;
  for (const mailedAt of [null, null, "2026-11-26T20:00:00.000Z"]) {
    await press([{ ...code, mailedAt }]);
    await vi.waitFor(() => expect(keys.at(-1)).toBeTruthy());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
