import type { Plugin } from "vite";
import { cssOf } from "../src/ui/theme/paint.ts";
import { defaultPalette } from "../src/ui/theme/palette.ts";
import { tokensOf } from "../src/ui/theme/tokens.ts";

const name = "virtual:default-theme.css";

/** Computes the default theme at build time: the first picture needs neither colour maths nor the server. */
export function defaultThemePlugin(): Plugin {
  return {
    name: "saha-default-theme",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      const paint = { light: tokensOf(defaultPalette, "light"), dark: tokensOf(defaultPalette, "dark") };
      // Two attributes would outrank the theme that is painted at run time.
      return cssOf(paint, ":root").replaceAll(":root[", "[");
    },
  };
}
