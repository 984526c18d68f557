import { MantineProvider } from "@mantine/core";
import { api, type Poll, Role, type User } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { keyOf, queryOf } from "../../api.ts";
import { setUser } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { dropTokens, keepTokens } from "../../tokens.ts";
import { GiveawayDialog } from "./giveaway-dialog.tsx";

vi.mock(import("../../ui/press/press.tsx"), async (original) => ({
  ...(await original()),
  // There is no router here.
  PressLink: (() => null) as never,
}));
HTMLDialogElement.prototype.showModal ??= vi.fn();
HTMLDialogElement.prototype.close ??= vi.fn();

const won = { id: 2, boothId: 7, name: "Chair", secondary: "", entries: 3, renderTime: 10, joined: true } as Poll;
const query = queryOf(api.polls.get, { params: { id: "2" } }).queryKey;

afterEach(() => {
  cleanup();
  dropTokens();
  setUser(null);
});

test("an own win is told as shown once it stands there: not on its way, nor under a draw that runs", async () => {
  setUser({ id: 5, username: "noura", roleId: Role.User } as User);
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(keyOf(api.polls.list), [won]);
  queries.setQueryData(keyOf(api.booths.list), [{ id: 7, name: "Arena" }]);
  const shown = vi.fn();
  const tell = (now: Partial<Poll>) =>
    queries.setQueryData(query, { ...won, entryLeft: null, lastWinner: "sara", ...now });
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <GiveawayDialog pollId={2} onClose={() => {}} onWinShown={shown} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(shown).not.toHaveBeenCalled();
  tell({ spinningUntil: new Date(Date.now() + 10_000).toISOString() });
  await screen.findByText(m.giveaway_spinning());
  await screen.findByText(/Arena/);
  expect(screen.queryByText(m.giveaway_won())).toBeNull();
  expect(shown).not.toHaveBeenCalled();
  tell({ spinningUntil: null });
  await screen.findByText(m.giveaway_won());
  await vi.waitFor(() => expect(shown.mock.calls).toEqual([[2]]));
  vi.unstubAllGlobals();
});

test("who joined on another phone sees the entry's number by a look at the giveaway alone", async () => {
  setUser({ id: 5, username: "noura", roleId: Role.User } as User);
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(keyOf(api.polls.entries), []);
  queries.setQueryData(query, { ...won, entryLeft: 4711, lastWinner: null, spinningUntil: null });
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <GiveawayDialog pollId={2} onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText("4711");
  vi.unstubAllGlobals();
});

test("one that is deleted is said to be missing; a drawn one, whose booth was switched off, still names its winner", async () => {
  setUser({ id: 5, username: "noura", roleId: Role.User } as User);
  keepTokens({ access: "a", refresh: "r" });
  const missing = { code: "poll.not_found", message: "no such giveaway" };
  vi.stubGlobal("fetch", async () => Response.json(missing, { status: 404 }));
  const [ahead, over] = [10_000, -1_000].map((ms) => new Date(Date.now() + ms).toISOString());
  const cases: [lastWinner: string | null, spinningUntil: string | null | undefined, shown: string][] = [
    [null, null, "no such giveaway"],
    [null, over, "no such giveaway"],
    [null, ahead, m.giveaway_spinning()],
    ["sara", null, "sara"],
    ["sara", over, "no such giveaway"],
  ];
  for (const [lastWinner, spinningUntil = null, shown] of cases) {
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    queries.setQueryData(query, { ...won, entryLeft: 7, spinningUntil, lastWinner });
    render(
      <MantineProvider>
        <QueryClientProvider client={queries}>
          <GiveawayDialog pollId={2} onClose={() => {}} />
        </QueryClientProvider>
      </MantineProvider>,
    );
    await queries.refetchQueries({ queryKey: query });
    expect(queries.getQueryState(query)?.status).toBe("error");
    await screen.findByText(shown);
    cleanup();
  }
  vi.unstubAllGlobals();
});
