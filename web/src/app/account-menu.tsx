import "@mantine/core/styles/Popover.css";
import { Popover, UnstyledButton } from "@mantine/core";
import { isStaff, Role, type User } from "@saha/contract";
import { IconComponents, IconKey, IconLayoutDashboard, IconLogout, IconUserCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { logout } from "../session.ts";
import { m } from "../text/compiled/messages.js";
import { roleName } from "../text/role-name.ts";
import { useBackCloses } from "../ui/back.ts";
import { mayLeave } from "../ui/form/may-leave.ts";
import { onDemand } from "../ui/on-demand.tsx";
import classes from "./account.module.css";
import { LookSettings } from "./look-settings.tsx";
import { rolesWithDashboard } from "./screens/screen.ts";

const ChangePassword = onDemand(async () => (await import("../features/auth/change-password.tsx")).ChangePassword);

/**
 * Who is signed in, the ways to profile and dashboard, the password of staff, look and language, and the way out (spec
 * §2, rules §2).
 */
export function AccountMenu({ user, name, face }: { user: User; name: string; face: ReactNode }) {
  const [isOpen, setIsOpen] = useState(true);
  const opener = useRef<HTMLButtonElement>(null);
  const [isChanging, setIsChanging] = useState(false);
  const hasDashboard = rolesWithDashboard.some((role) => role === user.roleId);
  const close = () => setIsOpen(false);
  const signOut = async () => {
    close();
    if (await mayLeave()) await logout();
  };
  useBackCloses(isOpen, close);
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={setIsOpen}
        onClose={() => opener.current?.focus()}
        position="bottom-end"
        width={300}
        radius="lg"
        shadow="none"
        trapFocus
        transitionProps={{ transition: "fade-down", duration: 140 }}
        classNames={{ dropdown: classes.panel ?? "" }}
      >
        <Popover.Target>
          <UnstyledButton
            ref={opener}
            className={classes.button}
            aria-label={m.app_account_of({ name })}
            onClick={() => setIsOpen((is) => !is)}
          >
            {face}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={m.app_account_of({ name })}>
          <Link to="/profile" className={classes.person} onClick={close}>
            {face}
            <span className={classes.names}>
              <bdi className="truncate strong">{name}</bdi>
              <span className={classes.role}>{roleName(user.roleId)}</span>
            </span>
          </Link>
          <Link to="/profile" className={classes.entry} onClick={close}>
            <IconUserCircle size={22} aria-hidden="true" />
            {m.profile_title()}
          </Link>
          {hasDashboard && (
            <Link to="/dashboard" className={classes.entry} onClick={close}>
              <IconLayoutDashboard size={22} aria-hidden="true" />
              {m.app_dashboard()}
            </Link>
          )}
          {isStaff(user.roleId) && (
            <UnstyledButton
              className={classes.entry}
              onClick={() => {
                close();
                setIsChanging(true);
              }}
            >
              <IconKey size={22} aria-hidden="true" />
              {m.password_change()}
            </UnstyledButton>
          )}
          <LookSettings />
          {user.roleId === Role.Admin && (
            <Link to="/dashboard/look" className={classes.entry} onClick={close}>
              <IconComponents size={22} aria-hidden="true" />
              {m.look_title()}
            </Link>
          )}
          <UnstyledButton className={classes.entry} onClick={() => void signOut()}>
            <IconLogout size={22} aria-hidden="true" className={classes.mirrored} />
            {m.app_logout()}
          </UnstyledButton>
        </Popover.Dropdown>
      </Popover>
      {isChanging && <ChangePassword onClose={() => setIsChanging(false)} onMissing={() => setIsChanging(false)} />}
    </>
  );
}
