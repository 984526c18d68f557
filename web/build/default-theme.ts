import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
import type { Plugin } from "vite";
import { mantineColours, mantineTheme } from "../src/ui/theme/mantine.ts";
import { cssOf, declarations } from "../src/ui/theme/paint.ts";
import { defaultPalette } from "../src/ui/theme/palette.ts";
import { tokensOf } from "../src/ui/theme/tokens.ts";

const name = "virtual:default-theme.css";

/**
 * Computes at build time the default theme, so that the first picture needs neither colour maths nor the server, and
 * Mantine's variables, which name tokens only and so never change.
 */
export function defaultThemePlugin(): Plugin {
  return {
    name: "saha-default-theme",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      const paint = { light: tokensOf(defaultPalette, "light"), dark: tokensOf(defaultPalette, "dark") };
      // Two attributes would outrank the theme that is painted at run time.
      return `${mantineCss()}${cssOf(paint, ":root").replaceAll(":root[", "[")}`;
    },
  };
}

function mantineCss(): string {
  const { variables, light, dark } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, mantineTheme));
  const scheme = (of: Record<string, string>) => declarations(named({ ...of, ...mantineColours }));
  return [
    `:root{${declarations(named(variables))}}`,
    `[data-mantine-color-scheme="light"]{${scheme(light)}}`,
    `[data-mantine-color-scheme="dark"]{${scheme(dark)}}`,
  ].join("");
}

/**
 * Without what no sheet of a component in use names: the hues of Mantine's own palette that Saha has no meaning for,
 * and of the others the ten shades and the tones of variants, which `variantColorResolver` paints from tokens. Every
 * first load carries the rest. Greys are named by number.
 */
function named(variables: Record<string, string>): Record<string, string> {
  const own = Object.keys(mantineTheme.colors ?? {});
  const strange = Object.keys(DEFAULT_THEME.colors).filter((hue) => !own.includes(hue));
  const hues = own.filter((hue) => hue !== "gray" && hue !== "dark");
  const unnamed = new RegExp(
    `^--mantine-(color-(${strange.join("|")})-|color-(${hues.join("|")})-(\\d|light|outline)|primary-color-\\d)`,
  );
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !unnamed.test(name)));
}
