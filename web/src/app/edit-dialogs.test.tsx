import { MantineProvider } from "@mantine/core";
import { type Booth, Category, type Poll, type Ticket } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { BoothDialog } from "../features/booths/booth-dialog.tsx";
import { InvitationDialog } from "../features/invitations/invitation-dialog.tsx";
import { PollDialog } from "../features/polls/poll-dialog.tsx";
import { TicketDialog } from "../features/tickets/ticket-dialog.tsx";
import { m } from "../text/compiled/messages.js";
import { setLanguage } from "../text/language.ts";
import { keepTokens } from "../tokens.ts";

const at = "2026-11-20T09:00:00.000Z";
const ticket: Ticket = {
  id: 4,
  title: "Night one",
  price: 12.5,
  quantity: 50,
  day: "2026-11-27",
  categoryId: Category.Free,
  description: ".",
  features: "Entry",
  active: true,
  visible: true,
  eventName: "Saha",
  type: "Gold",
  ticketInviter: null,
  redeemed: 0,
  entryScanned: 0,
  featureScanned: 0,
  purchased: 3,
  createdAt: at,
  updatedAt: at,
};
const invitation: Ticket = { ...ticket, categoryId: Category.Invitation, type: null, ticketInviter: "Sara" };
const booth = { id: 7, name: "Arena", image: "/files/a.webp", isActive: true } as Booth;
const poll = { id: 9, boothId: 7, name: "Headset", secondary: "Black", renderTime: 5 } as Poll;

/** What the dialog sends; nothing comes back, so that nothing is done with it. */
const sent: unknown[] = [];

beforeEach(() => {
  setLanguage("en");
  keepTokens({ access: "a", refresh: "r" });
  sent.length = 0;
  vi.stubGlobal("fetch", (_url: string, { method, body }: RequestInit) => {
    if (method === "PUT") sent.push(body instanceof FormData ? Object.fromEntries(body) : JSON.parse(String(body)));
    return new Promise(() => {});
  });
});

const props = { onSaved: () => {}, onClose: () => {} };
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value } });
const turn = (name: string) => fireEvent.click(screen.getByRole("switch", { name: new RegExp(name) }));

async function saved(dialog: ReactElement, change: () => void): Promise<unknown> {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>{dialog}</QueryClientProvider>
    </MantineProvider>,
  );
  change();
  fireEvent.click(screen.getByRole("button", { name: m.form_save() }));
  await waitFor(() => expect(sent).toHaveLength(1));
  return sent[0];
}

const cases: [string, ReactElement, () => void, object][] = [
  [
    "a ticket sends its new title",
    <TicketDialog key="t" row={ticket} {...props} />,
    () => type(m.tickets_col_title(), "Night two"),
    { title: "Night two" },
  ],
  [
    "a ticket sends a day, numbers, an emptied text and a switch, but no number that was typed again",
    <TicketDialog key="t" row={ticket} {...props} />,
    () => {
      type(m.tickets_col_day(), "2026-11-28");
      type(m.tickets_col_quantity(), "٦٠");
      type(m.tickets_f_price(), "12.50");
      type(m.tickets_col_features(), "");
      turn(m.tickets_col_active());
    },
    { day: "2026-11-28", quantity: 60, features: "", active: false },
  ],
  [
    "a ticket sends emptied numbers, for the server to refuse",
    <TicketDialog key="t" row={ticket} {...props} />,
    () => type(m.tickets_col_quantity(), ""),
    { quantity: null },
  ],
  [
    "an invitation sends its new title",
    <InvitationDialog key="i" row={invitation} {...props} />,
    () => type(m.invitations_col_title(), "Guests"),
    { title: "Guests" },
  ],
  [
    "an invitation sends whom it is for, the default where that was emptied",
    <InvitationDialog key="i" row={{ ...invitation, description: "Press" }} {...props} />,
    () => type(m.invitations_col_for(), " "),
    { description: "." },
  ],
  [
    "a booth sends its new name",
    <BoothDialog key="b" row={booth} {...props} />,
    () => type(m.booths_col_name(), "Hall"),
    { name: "Hall" },
  ],
  [
    "a booth sends a picture that was taken away",
    <BoothDialog key="b" row={booth} {...props} />,
    () => fireEvent.click(screen.getByRole("button", { name: new RegExp(m.picture_remove()) })),
    { image: "" },
  ],
  [
    "a giveaway sends its new name",
    <PollDialog key="p" row={poll} {...props} />,
    () => type(m.polls_col_name(), "Chair"),
    { name: "Chair" },
  ],
  [
    "a giveaway sends its emptied text",
    <PollDialog key="p" row={poll} {...props} />,
    () => type(m.polls_col_secondary(), ""),
    { secondary: "" },
  ],
];

test.each(cases)("%s alone", async (_name, dialog, change, expected) => {
  expect(await saved(dialog, change)).toEqual(expected);
});
