import { act, renderHook } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";

type Listener = (event?: unknown) => void;
const wire = vi.hoisted(() => ({ io: vi.fn() }));
vi.mock("socket.io-client", () => wire);
// Files of one worker share what they import; this one's socket is its own.
vi.resetModules();
const { openRealtime, useConnected } = await import("./realtime.ts");
const { dropTokens, keepTokens } = await import("./tokens.ts");
const moments = vi.spyOn(Math, "random");
afterAll(() => {
  moments.mockRestore();
  vi.resetModules();
});

/** When the socket began to connect anew, in seconds, and which calls were made. */
let attempts: number[];
let asked: string[];
let heard: Map<string, Listener>;
let missed: ReturnType<typeof vi.fn<() => void>>;
let close: () => void;
const socket = {
  active: false,
  io: { on: () => {}, opts: {} },
  on: (name: string, listener: Listener) => heard.set(name, listener),
  connect: () => attempts.push(Date.now() / 1000),
  disconnect: () => {},
};

beforeEach(async () => {
  vi.useFakeTimers();
  moments.mockReturnValue(0.5);
  [attempts, asked, heard, missed] = [[], [], new Map(), vi.fn()];
  socket.active = false;
  wire.io.mockReturnValue(socket);
  keepTokens({ access: "a", refresh: "r" });
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify({ data: {} }));
  });
  close = openRealtime(async () => ({ opened: () => {}, missed }) as never);
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(() => expect(heard.has("connect")).toBe(true), 20_000);
});
afterEach(() => {
  close();
  dropTokens();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const refuse = (code: string) => heard.get("connect_error")?.({ data: { code } });
const end = () => heard.get("disconnect")?.("io server disconnect");

/** Seconds until the socket tries again after something, at most two minutes. */
async function waitAfter(what: () => void): Promise<number | undefined> {
  const [began, before] = [Date.now() / 1000, attempts.length];
  what();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(attempts.length - before).toBeLessThanOrEqual(1);
  const last = attempts.slice(before).at(-1);
  return last === undefined ? undefined : Math.round((last - began) * 100) / 100;
}
async function waitsAfter(what: () => void, times: number): Promise<(number | undefined)[]> {
  const waits: (number | undefined)[] = [];
  for (let turn = 0; turn < times; turn++) waits.push(await waitAfter(what));
  return waits;
}

describe("a socket that the server refuses", () => {
  test.each(["request.too_many", "server.database_down"])(
    "tries less and less often, and asks nothing: %s",
    async (code) => {
      expect(await waitsAfter(() => refuse(code), 7)).toEqual([1, 2, 4, 8, 16, 30, 30]);
      expect(asked).toEqual([]);
    },
  );

  test("for its session asks whether that still lives, and tries less and less often while it does", async () => {
    expect(await waitsAfter(() => refuse("auth.required"), 3)).toEqual([1, 2, 4]);
    expect(asked).toEqual(["/api/auth/me", "/api/auth/me", "/api/auth/me"]);
    vi.stubGlobal("fetch", async () => {
      dropTokens();
      return new Response("{}", { status: 401 });
    });
    expect(await waitAfter(() => refuse("auth.required"))).toBeUndefined();
  });

  test("begins anew once it was open", async () => {
    expect(await waitsAfter(() => refuse("request.too_many"), 3)).toEqual([1, 2, 4]);
    heard.get("connect")?.();
    expect(await waitsAfter(end, 2)).toEqual([1, 2]);
  });

  test("tries no more once it is not wanted", async () => {
    const refuseAndClose = (code: string) => () => {
      refuse(code);
      close();
    };
    expect(await waitAfter(refuseAndClose("request.too_many"))).toBeUndefined();
    expect(await waitAfter(refuseAndClose("auth.required"))).toBeUndefined();
  });
});

test("sockets that the server ends do not all come back at one moment", async () => {
  const waits: (number | undefined)[] = [];
  for (const moment of [0, 0.25, 0.999]) {
    heard.get("connect")?.();
    moments.mockReturnValue(moment);
    waits.push(await waitAfter(end));
  }
  expect(waits).toEqual([0.5, 0.75, 1.5]);
});

test("while the network is away the socket tries by itself", async () => {
  socket.active = true;
  expect(await waitAfter(() => heard.get("connect_error")?.(new Error("websocket error")))).toBeUndefined();
  expect(asked).toEqual([]);
});

test("something was missed at a return, not at the first connection", () => {
  heard.get("connect")?.();
  expect(missed).not.toHaveBeenCalled();
  heard.get("connect")?.();
  expect(missed).toHaveBeenCalledTimes(1);
});

describe("the first connection", () => {
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const never = () => new Promise<never>(() => {});

  test("is given up for missing after a while, though its code never comes: screens look themselves", async () => {
    close();
    const { result } = renderHook(() => useConnected());
    const closeLate = openRealtime(never, { isPatient: true });
    await pass(13_900);
    expect(result.current).toBe(true);
    await pass(200);
    expect(result.current).toBe(false);
    act(closeLate);
    expect(result.current).toBe(true);
  });

  test("is not missed when it has come, nor by who has left", async () => {
    const { result } = renderHook(() => useConnected());
    act(() => heard.get("connect")?.());
    openRealtime(never)();
    await pass(60_000);
    expect(result.current).toBe(true);
  });
});
