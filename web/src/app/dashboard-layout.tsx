import { useMediaQuery } from "@mantine/hooks";
import type { Role } from "@saha/contract";
import { Outlet } from "@tanstack/react-router";
import { useState } from "react";
import { useMember } from "../session.ts";
import { m } from "../text/compiled/messages.js";
import { onDemand } from "../ui/on-demand.tsx";
import classes from "./layouts.module.css";
import { grouped } from "./navigation.ts";
import { OfflineBanner } from "./offline-banner.tsx";
import { dashboardScreens } from "./screens/dashboard-screens.ts";
import { SideNav } from "./side-nav.tsx";
import { SkipLink } from "./skip-link.tsx";
import { TopBar } from "./top-bar.tsx";

const SideDrawer = onDemand(async () => (await import("./side-drawer.tsx")).SideDrawer);

/** Top bar, sidebar and content; on a phone the sidebar is a drawer (spec §2). */
export function DashboardLayout() {
  const user = useMember();
  const isWide = useMediaQuery("(min-width: 62em)", true, { getInitialValueInEffect: false });
  const [drawer, setDrawer] = useState<"never" | "open" | "closed">("never");
  const groups = grouped(
    dashboardScreens.filter(
      (screen) => !("isAside" in screen) && (screen.roles as readonly Role[]).includes(user.roleId),
    ),
  );
  const close = () => setDrawer("closed");
  return (
    <div className={classes.web}>
      <SkipLink />
      <TopBar onMenu={isWide ? undefined : () => setDrawer("open")} isMenuOpen={drawer === "open"} />
      <OfflineBanner />
      {!isWide && drawer !== "never" && (
        <SideDrawer isOpen={drawer === "open"} onClose={close} onMissing={() => setDrawer("never")}>
          <SideNav groups={groups} label={m.app_dashboard_nav()} onFollow={close} />
        </SideDrawer>
      )}
      <div className={classes.dashboard}>
        {isWide && (
          <aside className={classes.sidebar} data-sidebar>
            <SideNav groups={groups} label={m.app_dashboard_nav()} />
          </aside>
        )}
        <main id="content" tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
      </div>
    </div>
  );
}
