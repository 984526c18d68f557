import { MantineProvider } from "@mantine/core";
import { type Game, Platform, Role, type User } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";

const told: string[] = [];
vi.mock("../../ui/toast/toast.ts", () => ({
  toast: async ({ message }: { message: string }) => void told.push(message),
}));
vi.resetModules();
const { m } = await import("../../text/compiled/messages.js");
const { setLanguage } = await import("../../text/language.ts");
const { keepTokens } = await import("../../tokens.ts");
const { changeDraft } = await import("./draft.ts");
const { Trivia } = await import("./trivia.tsx");
afterAll(() => void vi.resetModules());

const game = { id: 3, name: "Anime", platformId: Platform.SuperTrivia, winPoints: 20, isDoubled: false } as Game;
const user = { id: 11, roleId: Role.SuperTriviaAdmin } as User;

let given: number[];
let answer: () => void;

beforeEach(() => {
  setLanguage("en");
  given = [];
  told.length = 0;
  vi.stubGlobal("fetch", async (url: string, { body, method }: RequestInit) => {
    if (url.includes("/profile/")) return Response.json({ data: { id: 7, username: "noura", name: "" } });
    if (method === "POST" || method === "PUT") {
      const { promise, resolve } = Promise.withResolvers<void>();
      answer = resolve;
      await promise;
      given.push((JSON.parse(String(body)) as { score: number }).score);
    }
    if (/\/games?$/.test(url)) return Response.json({ data: [game] });
    return Response.json({ data: { score: given.reduce((sum, points) => sum + points, 0) } });
  });
  keepTokens({ access: "a", refresh: "r" });
});
afterEach(() => {
  sessionStorage.clear();
  cleanup();
});

function open() {
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Trivia user={user} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test.each([
  ["has come back to it", true],
  ["is elsewhere", false],
])(
  "points whose answer comes when their giver %s are typed no more, and it is said that they count",
  async (_, isBack) => {
    changeDraft(user.id, (now) => ({ ...now, gameId: 3, playerId: 7, points: "50" }));
    const { unmount } = open();
    fireEvent.click(await screen.findByRole("button", { name: m.trivia_do_add({ count: 50 }) }));
    await waitFor(() => expect(answer).toBeDefined());
    const game = screen.getByRole<HTMLSelectElement>("combobox");
    expect(game.disabled).toBe(true);
    unmount();
    if (isBack) {
      open();
      // Under the camera nobody would see what becomes of them.
      const camera = await screen.findByRole("button", { name: m.trivia_scan_other() });
      expect(camera.getAttribute("aria-disabled")).toBe("true");
    }
    answer();
    await waitFor(() => expect(told).toEqual([m.trivia_done({ name: "noura", score: "50" })]));
    if (!isBack) open();
    expect(await screen.findByRole("button", { name: m.trivia_do_add({ count: 0 }) })).toBeDefined();
    expect(given).toEqual([50]);
  },
);

test("what an ended session has begun holds up nobody who signs in next", async () => {
  changeDraft(user.id, (now) => ({ ...now, gameId: 3, playerId: 7, points: "50" }));
  const { unmount } = open();
  fireEvent.click(await screen.findByRole("button", { name: m.trivia_do_add({ count: 50 }) }));
  const game = () => screen.findByRole<HTMLSelectElement>("combobox");
  expect((await game()).disabled).toBe(true);
  unmount();
  keepTokens({ access: "b", refresh: "s" });
  open();
  expect((await game()).disabled).toBe(false);
});
