import { useComputedColorScheme } from "@mantine/core";
import { useEffect } from "react";

/** Paints the browser's own bar like the page's top bar, in the scheme that is shown. */
export function BrowserBar() {
  const scheme = useComputedColorScheme("light");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colour is read from what the scheme painted
  useEffect(() => {
    const surface = getComputedStyle(document.documentElement).getPropertyValue("--surface");
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", surface);
  }, [scheme]);
  return null;
}
