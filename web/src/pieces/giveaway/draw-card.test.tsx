import { Role, type User } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setServerClock } from "../../server-clock.ts";
import { setUser } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { dropTokens, keepTokens } from "../../tokens.ts";
import { type Draw, endedBy } from "./draw.ts";
import { DrawCard } from "./draw-card.tsx";

const moment = Date.parse("2026-10-29T18:00:00Z");
const endsAt = new Date(moment + 10_000).toISOString();
const draw = { id: 7, name: "Chair", entries: 3, renderTime: 10, spinningUntil: endsAt, lastWinner: null };
const ended = endedBy({ message: "", pollId: 7, endsAt, winner: "noura" });
/** When the server was asked, in milliseconds after the draw began, and what it answers. */
let asked: number[];
let answer: object | null;

beforeEach(() => {
  vi.useFakeTimers({ now: moment });
  setServerClock(new Date(moment).toUTCString());
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  keepTokens({ access: "a", refresh: "r" });
  setUser({ id: 5, username: "noura", roleId: Role.User } as User);
  [asked, answer] = [[], { ...draw, entryLeft: 12 }];
  vi.stubGlobal("fetch", async () => {
    asked.push(Date.now() - moment);
    if (!answer) return Response.json({ code: "poll.not_found", message: "gone" }, { status: 404 });
    return new Response(JSON.stringify({ data: answer }));
  });
});
afterEach(() => {
  dropTokens();
  setUser(null);
  vi.mocked(Math.random).mockRestore();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  setServerClock(new Date().toUTCString());
});

/** In steps, after each of which React draws. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 50) await act(() => vi.advanceTimersByTimeAsync(50));
}

const close = vi.fn();

function show() {
  close.mockClear();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 } } });
  const card = (of: Draw) => (
    <QueryClientProvider client={queries}>
      <DrawCard draw={of} onClose={close} />
    </QueryClientProvider>
  );
  const { container, rerender } = render(card(draw));
  return {
    queries,
    tell: (next: Draw) => rerender(card(next)),
    text: () => container.textContent ?? "",
    stars: () => container.querySelectorAll("[style*=--out]").length,
    own: () => container.querySelectorAll("[data-mine]").length,
  };
}

test("a draw is shown from the news, asks once in its first half, and ends with the news", async () => {
  const { queries, tell, text, stars, own } = show();
  expect([stars(), own(), asked]).toEqual([3, 0, []]);
  expect(text()).toContain(m.giveaway_spinning());
  await pass(2400);
  expect(asked).toEqual([]);
  await pass(200);
  expect([own(), asked]).toEqual([1, [2500]]);
  await pass(7400);
  queries.setQueriesData({ queryKey: ["/poll/:id"] }, (now: Draw | undefined) => now && ended(now));
  tell(ended(draw));
  await pass(10);
  expect(text()).toContain(m.giveaway_won());
  // Everybody hears then that the giveaways have changed.
  void queries.invalidateQueries();
  await pass(20_000);
  expect(asked).toEqual([2500]);
});

test("a draw whose end no news tells is asked for until that is known, not with the whole hall", async () => {
  const { text } = show();
  await pass(12_800);
  expect(asked).toEqual([2500]);
  await pass(200);
  expect(asked).toEqual([2500, 12_900]);
  answer = { ...draw, spinningUntil: null, lastWinner: "noura", entryLeft: null };
  await pass(5000);
  expect(text()).toContain(m.giveaway_won());
  await pass(20_000);
  expect(asked).toEqual([2500, 12_900, 17_900]);
});

test("a draw whose giveaway is gone is shown to its end, is asked for once more, and goes", async () => {
  show();
  await pass(5000);
  answer = null;
  await pass(7800);
  expect(close).not.toHaveBeenCalled();
  await pass(500);
  expect(close).toHaveBeenCalled();
  await pass(20_000);
  expect(asked).toEqual([2500, 12_900]);
});

test("a phone whose clock is ahead shows the draw as long as the others do", async () => {
  vi.setSystemTime(moment + 60_000);
  setServerClock(new Date(moment).toUTCString());
  const { queries } = show();
  const data = { ...draw, entryLeft: 12 };
  queries.setQueryData(["/poll/:id", { params: { id: "7" } }], data);
  await pass(9900);
  expect(asked).toEqual([]);
});

test("the winner of another draw ends this one not", () => {
  const other = { message: "", pollId: 7, endsAt: "earlier", winner: "sara" };
  expect(endedBy(other)(draw)).toEqual(draw);
  expect(endedBy({ ...other, pollId: 8, endsAt })(draw)).toEqual(draw);
});
