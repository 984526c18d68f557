import { Link } from "@tanstack/react-router";
import type { Group } from "./navigation.ts";
import classes from "./side-nav.module.css";

/** Links to screens in groups; the one that is open is marked by more than colour. */
export function SideNav({ groups, label, onFollow }: { groups: Group[]; label: string; onFollow?: () => void }) {
  return (
    <nav aria-label={label} className={classes.nav}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups never change places
        <div key={index}>
          {group.name && <h2 className={classes.groupName}>{group.name()}</h2>}
          <ul className={classes.list}>
            {group.entries.map(({ path, title, label = title, icon: Icon }) => (
              <li key={path}>
                <Link to={path} className={classes.entry} activeOptions={{ exact: true }} onClick={onFollow}>
                  <Icon size={24} aria-hidden="true" />
                  {label()}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
