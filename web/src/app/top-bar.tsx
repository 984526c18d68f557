import "@mantine/core/styles/UnstyledButton.css";
import "@mantine/core/styles/Loader.css";
import "@mantine/core/styles/Button.css";
import "@mantine/core/styles/ActionIcon.css";
import { ActionIcon, Button } from "@mantine/core";
import { IconMenu2 } from "@tabler/icons-react";
import { createLink, Link } from "@tanstack/react-router";
import { useUser } from "../session.ts";
import { m } from "../text/compiled/messages.js";
import { Brand } from "../ui/brand/brand.tsx";
import { AccountButton } from "./account-button.tsx";
import classes from "./top-bar.module.css";
import { VisitorSettings } from "./visitor-settings.tsx";

const ButtonLink = createLink(Button<"a">);

/** The bar over every screen: menu, name, and who is signed in or how to sign in (spec §2). */
export function TopBar({ onMenu, isMenuOpen }: { onMenu?: (() => void) | undefined; isMenuOpen?: boolean }) {
  const user = useUser();
  return (
    <header className={classes.bar}>
      {onMenu && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={m.app_menu_open()}
          aria-expanded={isMenuOpen ?? false}
          aria-haspopup="dialog"
          onClick={onMenu}
        >
          <IconMenu2 size={26} aria-hidden="true" />
        </ActionIcon>
      )}
      <Link to="/" className={classes.home} data-visitor={!user || undefined} aria-label={m.app_home_link()}>
        <Brand />
      </Link>
      <div className={classes.end}>
        {user ? (
          <AccountButton user={user} />
        ) : (
          <>
            <VisitorSettings />
            <ButtonLink to="/login" variant="subtle" size="sm" component="a" className={classes.door}>
              {m.app_login()}
            </ButtonLink>
            <ButtonLink to="/register" size="sm" component="a" className={classes.door}>
              {m.app_register()}
            </ButtonLink>
          </>
        )}
      </div>
    </header>
  );
}
