import { MantineProvider } from "@mantine/core";
import type { InvitationCode, Ticket } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { m } from "../../text/compiled/messages.js";
import { setLanguage } from "../../text/language.ts";
import { keepTokens } from "../../tokens.ts";
import { CodeCard } from "./code-card.tsx";

const [ticket, code] = [{ id: 1 } as Ticket, { id: 9, code: "AAAA-BBBB-CCCC", sentTo: null, mailedAt: null }];
const now = { sentTo: "omar@mail.example", mailedAt: "2026-11-27T18:00:00.000Z" };
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
/** What each Save said that it was shown, and what comes of it. */
let shown: unknown[];
let answers: (() => Response)[];

beforeEach(() => {
  setLanguage("en");
  keepTokens({ access: "a", refresh: "r" });
  shown = [];
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    shown.push((JSON.parse(String(body)) as { shown: unknown }).shown);
    return answers.shift()?.();
  });
});
afterEach(() => void vi.unstubAllGlobals());
// Files of one worker share what they import, and the next one may have a toast of its own.
afterAll(() => void vi.resetModules());

const card = (facts: Partial<InvitationCode> = {}) => (
  <MantineProvider env="test">
    <QueryClientProvider client={client}>
      <CodeCard ticket={ticket} code={{ ...code, ...facts } as InvitationCode} onClose={() => {}} />
    </QueryClientProvider>
  </MantineProvider>
);

test("Save says what was shown when typing began, until a refusal has said what is noted by now", async () => {
  answers = [
    () => {
      throw new TypeError("the line is lost");
    },
    () =>
      Response.json(
        { code: "invitation.changed", message: "Noted on it: omar", requestId: "1", details: { now } },
        { status: 409 },
      ),
    () => Response.json({ data: { ...code, sentTo: "laila@mail.example" } }),
  ];
  const { rerender } = render(card());
  fireEvent.change(await screen.findByLabelText(m.invitations_col_sent_to()), {
    target: { value: "laila@mail.example" },
  });
  // The list says what another administrator has noted; the field keeps what was typed.
  rerender(card(now));
  const save = async (times: number) => {
    fireEvent.click(screen.getByRole("button", { name: m.form_save() }));
    await vi.waitFor(() => expect(shown).toHaveLength(times));
    await vi.waitFor(() =>
      expect(screen.getByRole("button", { name: m.form_save() })).not.toHaveProperty("disabled", true),
    );
  };
  await save(1);
  await save(2);
  expect(await screen.findByText("Noted on it: omar")).toBeTruthy();
  await save(3);
  const before = { sentTo: null, mailedAt: null };
  expect(shown).toEqual([before, before, now]);
});
