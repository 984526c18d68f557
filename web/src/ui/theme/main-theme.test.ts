import { afterEach, expect, test, vi } from "vitest";
import { applyMainTheme, tryTheme } from "./main-theme.ts";

const red = { primary: "#CC0000", secondary: "#AA1100", tertiary: "#880022" };
const blue = { primary: "#0000CC", secondary: "#0011AA", tertiary: "#220088" };
const sheet = () => document.getElementById("main-theme")?.textContent ?? "";
const kept = () => JSON.parse(localStorage.getItem("paint") ?? "null")?.palette;

URL.createObjectURL = vi.fn(() => "blob:logo");
URL.revokeObjectURL = vi.fn();
afterEach(() => tryTheme(null));

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
