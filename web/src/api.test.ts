import { api } from "@saha/contract";
import { afterEach, expect, test, vi } from "vitest";
import { call } from "./api.ts";
import { serverNow } from "./server-clock.ts";

const later = Date.now() + 26 * 3_600_000;
const headers = (type: string) => ({ "content-type": type, date: new Date(later).toUTCString() });
const isAhead = () => serverNow() > Date.now() + 3_600_000;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a browser that slept, whose time of the page's beginning is hours too early, puts no clock ahead", async () => {
  vi.spyOn(performance, "timeOrigin", "get").mockReturnValue(Date.now() - 8 * 3_600_000);
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  const date = new Date(Date.now() + 3_000).toUTCString();
  vi.stubGlobal("fetch", async () => Response.json({ data: {} }, { headers: { date } }));
  await call(api.themes.main).catch(() => {});
  expect(Math.abs(serverNow() - Date.parse(date))).toBeLessThan(3_000);
});

test("the clock is set by our own answers before their body has come, by no page in their place", async () => {
  vi.stubGlobal("fetch", async () => new Response("<html>Sign in</html>", { headers: headers("text/html") }));
  await expect(call(api.themes.main)).rejects.toMatchObject({ code: null });
  expect(isAhead()).toBe(false);
  vi.stubGlobal("fetch", async () => new Response(new ReadableStream(), { headers: headers("application/json") }));
  void call(api.themes.main);
  await expect.poll(isAhead).toBe(true);
});

test("on a page whose scripts came late the clock is right by what was asked since", async () => {
  vi.spyOn(performance, "now").mockReturnValue(24_000);
  const answer = () => Response.json({ data: {} }, { headers: { date: new Date(Date.now() + 3_000).toUTCString() } });
  vi.stubGlobal("fetch", async () => answer());
  await call(api.themes.main);
  await call(api.purchases.mine);
  expect(Math.abs(serverNow() - Date.now() - 2_500)).toBeLessThanOrEqual(1_000);
});

test("a first answer that waited for the scripts for over a minute puts no clock back", async () => {
  vi.spyOn(performance, "now").mockReturnValue(90_000);
  const [date, before] = [new Date(Date.now() - 87_000).toUTCString(), serverNow() - Date.now()];
  vi.stubGlobal("fetch", async () => Response.json({ data: {} }, { headers: { date } }));
  await call(api.auth.me);
  expect(Math.abs(serverNow() - Date.now() - before)).toBeLessThan(1_000);
});
