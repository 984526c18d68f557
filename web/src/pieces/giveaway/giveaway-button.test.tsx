import { api, type Poll, Role, type User } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keyOf } from "../../api.ts";
import { setUser } from "../../session.ts";
import { setLanguage } from "../../text/language.ts";
import { dropTokens, keepTokens } from "../../tokens.ts";
import { rememberSeed } from "./seen-seeds.ts";

type Dialog = { pollId: number; onClose: () => void; onWinShown: (pollId: number) => void };
const dialog = ({ pollId, onClose, onWinShown }: Dialog) => (
  <p>
    open {pollId}
    <input type="button" value="tell" onClick={() => onWinShown(pollId)} />
    <input type="button" value="close" onClick={onClose} />
  </p>
);
vi.mock("./giveaway-dialog.tsx", () => ({ GiveawayDialog: dialog }));
let isConnected = true;
vi.mock(import("../../realtime.ts"), async (original) => ({ ...(await original()), useConnected: () => isConnected }));
const { GiveawayButton } = await import("./giveaway-button.tsx");

const poll = (id: number, entryLeft: number | null, joined = true) =>
  ({ id, boothId: 7, name: `Prize ${id}`, joined, entryLeft }) as Poll;

function show(polls: Poll[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(keyOf(api.polls.list), polls);
  render(
    <QueryClientProvider client={client}>
      <GiveawayButton boothId={7} />
    </QueryClientProvider>,
  );
  return screen.getByRole("button");
}

beforeEach(() => {
  setLanguage("en");
  keepTokens({ access: "a", refresh: "r" });
  setUser({ id: 5, username: "noura", roleId: Role.User } as User);
});
afterEach(() => {
  cleanup();
  dropTokens();
  localStorage.clear();
});

test("the first giveaway is opened, joined or not", async () => {
  const button = show([poll(1, null, false), poll(2, 12)]);
  expect(button.getAttribute("aria-label")).toBe("Giveaway: Prize 1");
  fireEvent.click(button);
  expect(await screen.findByText("open 1")).toBeTruthy();
});

test("each win is told until its account has seen it, then the first giveaway stands there again", async () => {
  const polls = [poll(1, 11), poll(2, null), poll(3, null)];
  for (const id of [2, 3]) {
    const button = show(polls);
    expect(button.getAttribute("aria-label")).toBe(`You won!: Prize ${id}`);
    fireEvent.click(button);
    expect(await screen.findByText(`open ${id}`)).toBeTruthy();
    fireEvent.click(screen.getByDisplayValue("tell"));
    cleanup();
  }
  expect(show(polls).getAttribute("aria-label")).toBe("Giveaway: Prize 1");
  cleanup();
  setUser({ id: 6, username: "sara", roleId: Role.User } as User);
  expect(show(polls).getAttribute("aria-label")).toBe("You won!: Prize 2");
});

test("a win that was opened and not shown stays told, and its second press opens no other giveaway", async () => {
  const button = show([poll(1, 11), poll(2, null)]);
  fireEvent.click(button);
  fireEvent.click(button);
  expect(await screen.findByText("open 2")).toBeTruthy();
  fireEvent.click(screen.getByDisplayValue("close"));
  expect(screen.queryByText("open 2")).toBeNull();
  expect(button.getAttribute("aria-label")).toBe("You won!: Prize 2");
});

test("storage that has filled up breaks nothing", async () => {
  const button = show([poll(1, 11), poll(2, null)]);
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  fireEvent.click(button);
  const failed = vi.fn((event: ErrorEvent) => event.preventDefault());
  addEventListener("error", failed);
  fireEvent.click(await screen.findByDisplayValue("tell"));
  removeEventListener("error", failed);
  expect(failed).not.toHaveBeenCalled();
  expect(() => rememberSeed(2, "ab".repeat(32))).not.toThrow();
  full.mockRestore();
  expect(button.getAttribute("aria-label")).toBe("You won!: Prize 2");
});

test("a win is learned without news: looked for at most every 40 seconds while no socket is open, and else not", async () => {
  vi.useFakeTimers();
  for (isConnected of [true, false]) {
    const asked = vi.fn(async () => Response.json({ data: [] }));
    vi.stubGlobal("fetch", asked);
    show([poll(1, 11)]);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(asked.mock.calls.length > 0).toBe(!isConnected);
    cleanup();
  }
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
