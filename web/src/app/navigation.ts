import type { Role } from "@saha/contract";
import type { LinkProps } from "@tanstack/react-router";
import { memberScreens } from "./screens/member-screens.ts";
import type { Bar, MemberScreen, NavigationEntry } from "./screens/screen.ts";

type Entry = NavigationEntry & { path: NonNullable<LinkProps["to"]> };
/** Entries that stand together, under a name or without one. */
export type Group = { name: (() => string) | undefined; entries: Entry[] };

/** The drawer of a role in the members area (spec §2); a role without entries has none. */
export function drawerOf(role: Role): Group[] {
  return grouped(
    memberScreens
      .filter(hasDrawer)
      .filter(({ drawer }) => (drawer as readonly Role[]).includes(role))
      .map((screen: Entry) => {
        const label = screen.labels?.[role] ?? screen.label;
        return { ...screen, ...(label && { label }) };
      }),
  );
}

/** A link of the bar at a phone's foot, which stands in the top bar of a wide screen. */
export type BarEntry = Pick<Entry, "path" | "icon"> & { label: () => string; within: string };

/** The few main screens of a role in the members area (interface: Frame); none for a role of one screen. */
export function barOf(role: Role): BarEntry[] {
  return memberScreens.filter(hasDrawer).flatMap(({ path, title, icon, ...screen }) => {
    const { bar, label } = screen as { bar?: Bar; label?: () => string };
    if (!bar?.roles.includes(role)) return [];
    return [{ path, icon, label: bar.label ?? label ?? title, within: bar.within ?? path }];
  });
}

/** Puts neighbours of the same group together. */
export function grouped(entries: readonly Entry[]): Group[] {
  const groups: Group[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && last.name === entry.group) last.entries.push(entry);
    else groups.push({ name: entry.group, entries: [entry] });
  }
  return groups;
}

function hasDrawer<S extends MemberScreen>(screen: S): screen is Extract<S, { drawer: readonly Role[] }> {
  return screen.drawer !== undefined;
}
