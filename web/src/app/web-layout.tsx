import { Role } from "@saha/contract";
import { Outlet } from "@tanstack/react-router";
import { type ReactNode, Suspense, useDeferredValue, useState } from "react";
import { useUser } from "../session.ts";
import { m } from "../text/compiled/messages.js";
import { useLanguage } from "../text/language.ts";
import { late, onDemand } from "../ui/on-demand.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { DrawMoment } from "./draw-moment.tsx";
import classes from "./layouts.module.css";
import { barOf, drawerOf } from "./navigation.ts";
import { OfflineBanner } from "./offline-banner.tsx";
import { SideNav } from "./side-nav.tsx";
import { SkipLink } from "./skip-link.tsx";
import { TopBar } from "./top-bar.tsx";

const SideDrawer = onDemand(async () => (await import("./side-drawer.tsx")).SideDrawer);
const CallLayer = late(async () => (await import("./call/call-layer.tsx")).CallLayer);

/** Top bar, a temporary drawer for the roles that have one, and the screen (spec §2). */
export function WebLayout({ children }: { children?: ReactNode }) {
  useLanguage();
  const user = useUser();
  const [drawer, setDrawer] = useState<"never" | "open" | "closed">("never");
  const groups = user ? drawerOf(user.roleId) : [];
  const bar = user ? barOf(user.roleId) : [];
  const close = () => setDrawer("closed");
  return (
    <div className={classes.web} data-bar={bar.length > 0 || undefined}>
      <SkipLink />
      <TopBar
        onMenu={groups.length > 0 ? () => setDrawer("open") : undefined}
        isMenuOpen={drawer === "open"}
        bar={bar}
      />
      <OfflineBanner />
      {drawer !== "never" && (
        <SideDrawer isOpen={drawer === "open"} onClose={close} onMissing={() => setDrawer("never")}>
          <SideNav groups={groups} label={m.app_nav_label()} onFollow={close} />
        </SideDrawer>
      )}
      {user?.roleId === Role.User && (
        <Suspense>
          <CallLayer />
        </Suspense>
      )}
      <main id="content" tabIndex={-1} className={classes.main}>
        {children ?? <Screen />}
      </main>
      <DrawMoment />
      {bar.length > 0 && <BottomBar entries={bar} />}
    </div>
  );
}

/**
 * The first screen is drawn after its frame and in slices: the router would have both drawn in one go, and a slow phone
 * stand still.
 */
function Screen() {
  const isFrameDrawn = useDeferredValue(true, false);
  return isFrameDrawn && <Outlet />;
}
