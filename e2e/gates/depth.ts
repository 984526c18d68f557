import { createHash } from "node:crypto";
import type { Look, Screen } from "../screens/screen.ts";
import { demoNames, longNames } from "../seeds.ts";

/** How much of a screen is looked at: all of it, or what is its own beside a screen of the same path and role. */
export type Depth = "deep" | "quick";

/** One of so many of the other screens is looked at deeply too. */
const share = 12;

/**
 * Which screens are looked at deeply: the first of each path, and of the home that each role has; a part of the others
 * that hangs on their names alone; and with `SOAK` all of them.
 */
export function deepOnes(screens: Screen[]): Set<Screen> {
  if (process.env.SOAK) return new Set(screens);
  const met = new Set<string>();
  return new Set(
    screens.filter((screen) => {
      const path = screen.path.split("?")[0];
      const place = path === "/" ? `/ ${roleOf(screen.as)}` : (path?.replace(/\d+$/, "") ?? "");
      const isFirst = !met.has(place);
      met.add(place);
      return isFirst || numberOf(screen) % share === 0;
    }),
  );
}

/** Whether a state that has to be brought about anew for its English words is: one of three, and with `SOAK` each. */
export function isReadAnew(screen: Screen): boolean {
  return Boolean(process.env.SOAK) || numberOf(screen) % 3 === 0;
}

/** The scheme in which a quick look judges contrast. */
export function schemeOf(screen: Screen): Look["scheme"] {
  return numberOf(screen) & 64 ? "light" : "dark";
}

/** The account of the demo whose role an account of the seeds has. */
function roleOf(as: string | null): string | null {
  if (as === longNames.scan) return "scan";
  if (as === longNames.admin) return "admin";
  return as === longNames.user || Object.values(demoNames).some((name) => name === as) ? "noura" : as;
}

function numberOf({ name, as }: Screen): number {
  return createHash("sha256").update(`${name} ${as}`).digest().readUInt32BE();
}
