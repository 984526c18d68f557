import type { Plugin } from "vite";

/** Parts of libraries that Saha never reaches, by the end of their path, and what stands in their place. */
const unreached: [end: string, code: string][] = [
  [
    "@tanstack/query-core/build/modern/infiniteQueryBehavior.js",
    ["infiniteQueryBehavior", "hasNextPage", "hasPreviousPage"].map(refusing).join("\n"),
  ],
  // React's own, which every browser has; what stands in for it in older versions of React is left out.
  [
    "/use-sync-external-store-shim.production.js",
    'exports.useSyncExternalStore = require("react").useSyncExternalStore;',
  ],
  // The theme brings its own colours of variants.
  ["/default-variant-colors-resolver/default-variant-colors-resolver.mjs", refusing("defaultVariantColorsResolver")],
  ["/MantineProvider/default-colors.mjs", "export const DEFAULT_COLORS = {};"],
  // Mantine's variables are computed at build time (default-theme.ts), and its classes for breakpoints are not used.
  ["/MantineCssVariables/MantineCssVariables.mjs", refusing("MantineCssVariables")],
  ["/MantineCssVariables/default-css-variables-resolver.mjs", refusing("defaultCssVariablesResolver")],
  ["/MantineClasses/MantineClasses.mjs", refusing("MantineClasses")],
  // Colours come as hex and leave as hex (ui/theme/colour.ts).
  ["/culori/src/parse.js", 'import parseHex from "./rgb/parseHex.js"; export const Tok = {}; export default parseHex;'],
  ...[
    "rgb/parseNamed",
    "rgb/parseRgb",
    "rgb/parseRgbLegacy",
    "rgb/parseTransparent",
    "lab/parseLab",
    "lch/parseLch",
    "oklab/parseOklab",
    "oklch/parseOklch",
  ].map((name): [string, string] => [`/culori/src/${name}.js`, "export default () => undefined;"]),
];

/** Leaves out of the first load what a library always brings and Saha never needs; a call to it after all says so. */
export function leanVendorPlugin(): Plugin {
  return {
    name: "saha-lean-vendor",
    apply: "build",
    enforce: "pre",
    load: (id) => unreached.find(([end]) => id.endsWith(end))?.[1],
  };
}

function refusing(name: string): string {
  return `export function ${name}() { throw new Error("${name} is left out of the build"); }`;
}
