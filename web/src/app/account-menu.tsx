import "@mantine/core/styles/Popover.css";
import { Popover, UnstyledButton } from "@mantine/core";
import type { User } from "@saha/contract";
import { IconLayoutDashboard, IconLogout } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { logout } from "../session.ts";
import { m } from "../text/compiled/messages.js";
import { roleName } from "../text/role-name.ts";
import classes from "./account.module.css";
import { LookSettings } from "./look-settings.tsx";
import { sectionsOf } from "./navigation.ts";

/** Who is signed in, the way to the dashboard, look and language, and the way out (spec §2). */
export function AccountMenu({ user, name, face }: { user: User; name: string; face: ReactNode }) {
  const [isOpen, setIsOpen] = useState(true);
  const [dashboard] = sectionsOf(user.roleId);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width={300}
      radius="lg"
      shadow="none"
      trapFocus
      returnFocus
      transitionProps={{ transition: "fade-down", duration: 140 }}
      classNames={{ dropdown: classes.panel ?? "" }}
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.button}
          aria-label={m.app_account_of({ name })}
          onClick={() => setIsOpen((is) => !is)}
        >
          {face}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={m.app_account_of({ name })}>
        <div className={classes.person}>
          {face}
          <div className={classes.names}>
            <bdi className={classes.name}>{name}</bdi>
            <span className={classes.role}>{roleName(user.roleId)}</span>
          </div>
        </div>
        {dashboard && (
          <Link to={dashboard.to} className={classes.entry} onClick={() => setIsOpen(false)}>
            <IconLayoutDashboard size={22} aria-hidden="true" />
            {m.app_dashboard()}
          </Link>
        )}
        <LookSettings />
        <UnstyledButton className={classes.entry} onClick={() => void logout()}>
          <IconLogout size={22} aria-hidden="true" className={classes.mirrored} />
          {m.app_logout()}
        </UnstyledButton>
      </Popover.Dropdown>
    </Popover>
  );
}
