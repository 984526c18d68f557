import { MantineProvider } from "@mantine/core";
import { api } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterAll, beforeEach, expect, test, vi } from "vitest";

/** A part that has not come yet, and will not. */
type Late = { fallback: ReactNode; onMissing: () => void };
vi.mock("../../ui/on-demand.tsx", async (original) => ({
  ...(await original<object>()),
  onDemand: () => (props: Late) => (
    <>
      {props.fallback}
      <button type="button" onClick={props.onMissing}>
        it is lost
      </button>
    </>
  ),
}));
vi.mock("./tickets-frame.tsx", () => ({ TicketsFrame: ({ children }: { children: ReactNode }) => children }));
vi.mock("../../session.ts", async (original) => ({ ...(await original<object>()), useMember: () => ({ id: 11 }) }));
vi.mock("../../ui/press/press.tsx", async (original) => ({
  ...(await original<object>()),
  PressLink: ({ children }: { children: ReactNode }) => <a href="/ticket/my-tickets">{children}</a>,
}));
vi.resetModules();
const { m } = await import("../../text/compiled/messages.js");
const { keepTokens } = await import("../../tokens.ts");
const { InvitationTicket } = await import("./invitation-ticket.tsx");
afterAll(() => void vi.resetModules());

beforeEach(() => {
  keepTokens({ access: "a", refresh: "r" });
  vi.stubGlobal("fetch", async (url: string) =>
    url.endsWith(api.invitations.redeem.path)
      ? Response.json({ data: { id: 9, ticketId: 3, ticket: { id: 3, title: "the lounge" } } })
      : Response.json({ data: [] }),
  );
});

test("a ticket that was taken is told before its congratulation is here, and where it does not come", async () => {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <InvitationTicket />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.change(screen.getByLabelText(m.tickets_invitation_code()), { target: { value: "2345-6789-ABCD" } });
  fireEvent.click(screen.getByRole("button", { name: m.tickets_invitation_redeem() }));
  const taken = m.tickets_won_text({ title: "the lounge" });
  await screen.findByText(taken);
  fireEvent.click(screen.getByRole("button", { name: "it is lost" }));
  expect(screen.queryByRole("button", { name: "it is lost" })).toBeNull();
  expect(screen.getByText(taken)).toBeDefined();
  expect(screen.getByRole("link", { name: m.tickets_won_show() }).getAttribute("href")).toBe("/ticket/my-tickets");
});
