import { Link, useLocation } from "@tanstack/react-router";
import { m } from "../text/compiled/messages.js";
import classes from "./bottom-bar.module.css";
import type { BarEntry } from "./navigation.ts";

/**
 * Links to the main screens of a role: at the foot of a phone within the thumb's reach, `isTop` in the bar of a wide
 * screen (interface: Frame). The one that is open is marked by more than colour.
 */
export function BottomBar({ entries, isTop = false }: { entries: readonly BarEntry[]; isTop?: boolean }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={isTop ? m.app_nav_top() : m.app_nav_bar()} className={isTop ? classes.top : classes.bottom}>
      {entries.map(({ path, within = path, label, icon: Icon }) => {
        const isHere = within === "/" ? pathname === "/" : pathname.startsWith(within);
        return (
          <Link key={path} to={path} className={classes.entry} aria-current={isHere ? "page" : undefined}>
            <span className={classes.icon}>
              <Icon size={24} aria-hidden="true" />
            </span>
            {label()}
          </Link>
        );
      })}
    </nav>
  );
}
