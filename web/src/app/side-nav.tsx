import { Link } from "@tanstack/react-router";
import type { Entry, Section } from "./navigation.ts";
import classes from "./side-nav.module.css";

type Shown = { label?: () => string; entries: (Entry | Section)[] };

/** Links to screens in groups; the one that is open is marked by more than colour. */
export function SideNav({ groups, label, onFollow }: { groups: Shown[]; label: string; onFollow?: () => void }) {
  return (
    <nav aria-label={label} className={classes.nav}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups never change places
        <div key={index} className={classes.group}>
          {group.label && <h2 className={classes.groupName}>{group.label()}</h2>}
          <ul className={classes.list}>
            {group.entries.map(({ to, label: name, icon: Icon }) => (
              <li key={to}>
                <Link to={to} className={classes.entry} activeOptions={{ exact: true }} onClick={onFollow}>
                  <Icon size={24} aria-hidden="true" />
                  {name()}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
