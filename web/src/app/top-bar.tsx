import { Role } from "@saha/contract";
import { IconMenu2 } from "@tabler/icons-react";
import { Link, useMatches } from "@tanstack/react-router";
import { Suspense } from "react";
import { useUser } from "../session.ts";
import { m } from "../text/compiled/messages.js";
import { Brand } from "../ui/brand/brand.tsx";
import { late } from "../ui/on-demand.tsx";
import { Press, PressLink } from "../ui/press/press.tsx";
import { AccountButton } from "./account-button.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import type { BarEntry } from "./navigation.ts";
import classes from "./top-bar.module.css";
import { VisitorSettings } from "./visitor-settings.tsx";

const ScoreBadge = late(async () => (await import("./score-badge.tsx")).ScoreBadge);

/** Who came by an invitation's link goes on to it, by whichever door: the route drops what is not its own. */
const sameWay = (now: Record<string, unknown>) => now;

/** The bar over every screen: menu, name, and who is signed in or how to sign in (spec §2). */
export function TopBar(props: { onMenu?: (() => void) | undefined; isMenuOpen?: boolean; bar?: readonly BarEntry[] }) {
  const { onMenu, isMenuOpen, bar = [] } = props;
  const user = useUser();
  const showsScore = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.showsScore) });
  return (
    <header className={classes.bar}>
      {onMenu && (
        <Press
          variant="icon"
          aria-label={m.app_menu_open()}
          aria-expanded={isMenuOpen ?? false}
          aria-haspopup="dialog"
          onClick={onMenu}
        >
          <IconMenu2 size={26} aria-hidden="true" />
        </Press>
      )}
      <Link to="/" className={classes.home} data-visitor={!user || undefined} aria-label={m.app_home_link()}>
        <Brand />
      </Link>
      {bar.length > 0 && <BottomBar entries={bar} isTop />}
      <div className={classes.end}>
        {user ? (
          <>
            {showsScore && user.roleId === Role.User && (
              <span className={classes.scoreRoom}>
                <Suspense>
                  <ScoreBadge />
                </Suspense>
              </span>
            )}
            <AccountButton user={user} />
          </>
        ) : (
          <>
            <VisitorSettings />
            <PressLink to="/login" search={sameWay} variant="bare" size="small" className={classes.door}>
              {m.app_login()}
            </PressLink>
            <PressLink to="/register" search={sameWay} variant="light" size="small" className={classes.door}>
              {m.app_register()}
            </PressLink>
          </>
        )}
      </div>
    </header>
  );
}
