import { renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { applyMainTheme, selectBooth, tryTheme, useMainLogo } from "./main-theme.ts";

const red = { primary: "#CC0000", secondary: "#AA1100", tertiary: "#880022" };
const blue = { primary: "#0000CC", secondary: "#0011AA", tertiary: "#220088" };
const sheet = () => document.getElementById("main-theme")?.textContent ?? "";
const kept = () => JSON.parse(localStorage.getItem("paint") ?? "null")?.palette;

URL.createObjectURL = vi.fn(() => "blob:logo");
URL.revokeObjectURL = vi.fn();
afterEach(async () => {
  await tryTheme(null);
  await selectBooth(null);
});

test("a trial paints the document, is not kept for the next start, and leaves the saved theme when it ends", async () => {
  await applyMainTheme({ ...red, logo: null });
  await tryTheme({ palette: blue, logo: null });
  expect(sheet()).toContain("--primary:#0000cc");
  expect(kept()).toEqual(red);
  await tryTheme(null);
  expect(sheet()).toContain("--primary:#cc0000");
});

test("the last of several trials wins, however long the first takes", async () => {
  await applyMainTheme({ ...red, logo: null });
  await Promise.all([tryTheme({ palette: blue, logo: null }), tryTheme(null)]);
  expect(sheet()).toContain("--primary:#cc0000");
});

test("saving what was tried out keeps it, and lets the tried logo go", async () => {
  await tryTheme({ palette: blue, logo: new File(["x"], "logo.png") });
  await applyMainTheme({ ...blue, logo: "/files/logo.webp" });
  expect(kept()).toEqual(blue);
  expect(URL.revokeObjectURL).toHaveBeenCalledWith("blob:logo");
});

const booth = { boothId: 7, ...blue, logo: "/files/booth.webp" };
const selected = () => JSON.parse(localStorage.getItem("selected_booth") ?? "null");

test("a selected booth's colours and logo go over the main theme, whatever the main theme becomes, until taken back", async () => {
  await applyMainTheme({ ...red, logo: "/files/event.webp" });
  await selectBooth(booth);
  const { result } = renderHook(useMainLogo);
  expect([sheet().includes("--primary:#0000cc"), result.current]).toEqual([true, "/files/booth.webp"]);
  expect(selected()).toMatchObject({ boothId: 7, palette: blue });
  await applyMainTheme({ ...red, tertiary: "#123456", logo: "/files/event.webp" });
  expect(sheet()).toContain("--primary:#0000cc");
  expect(kept()).toMatchObject({ tertiary: "#123456" });
  await selectBooth(null);
  expect(sheet()).toContain("--primary:#cc0000");
  expect(selected()).toBeNull();
});

test("a selected booth without a logo shows the event's; its new colours are painted", async () => {
  await applyMainTheme({ ...red, logo: "/files/event.webp" });
  await selectBooth({ ...booth, logo: null });
  const { result } = renderHook(useMainLogo);
  expect(result.current).toBe("/files/event.webp");
  await selectBooth({ ...booth, primary: "#00AA00" });
  expect(sheet()).toContain("--primary:#00aa00");
});
