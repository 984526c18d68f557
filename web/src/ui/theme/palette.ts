/** The three colours that an administrator chooses (spec §3). */
export type Palette = { primary: string; secondary: string; tertiary: string };

/** The product's own colours, painted at build time. */
export const defaultPalette: Palette = { primary: "#7C3AED", secondary: "#22D3EE", tertiary: "#F59E0B" };

/** Takes the colours alone from what has them. */
export function paletteOf({ primary, secondary, tertiary }: Palette): Palette {
  return { primary, secondary, tertiary };
}

export function isSamePalette(a: Palette, b: Palette): boolean {
  const same = (x: string, y: string) => x.toLowerCase() === y.toLowerCase();
  return same(a.primary, b.primary) && same(a.secondary, b.secondary) && same(a.tertiary, b.tertiary);
}

export type Scheme = "light" | "dark";
