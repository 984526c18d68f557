import { Button } from "@mantine/core";
import type { User } from "@saha/contract";
import { IconLayoutDashboard, IconScan, IconToolsKitchen2 } from "@tabler/icons-react";
import { createLink } from "@tanstack/react-router";
import { m } from "../../text/compiled/messages.js";
import { dayText, openingDay, timeText } from "../../text/format.ts";
import classes from "./admin-home.module.css";
import { FiguresOfToday, useFigures } from "./figures/figures.tsx";
import { SetupWarnings } from "./setup-warnings.tsx";

const ButtonLink = createLink(Button<"a">);

const scans = [
  { to: "/scanEnter", title: m.app_nav_entry_scan, Icon: IconScan },
  { to: "/scanFeature", title: m.app_nav_food_scan, Icon: IconToolsKitchen2 },
] as const;

/**
 * The administrator's first screen: the event's day, the doors to the scans and the dashboard, what is set up wrongly,
 * and the figures.
 */
export function AdminHome({ user }: { user: User }) {
  const { data } = useFigures();
  return (
    <div className={classes.home}>
      <header className={`row wrap between ${classes.head}`}>
        <div className="flex baseline gap-20 rows-0 wrap min-0">
          <p className={classes.hello}>
            <bdi>{m.home_hello({ name: user.name || user.username })}</bdi>
          </p>
          <h1 className={classes.day}>{dayText(data?.day ?? openingDay())}</h1>
          <p className={classes.updated}>{data && m.figures_updated({ time: timeText(data.at) })}</p>
        </div>
        <nav className={`flex wrap gap-8 ${classes.doors}`} aria-label={m.app_nav_bar()}>
          {scans.map(({ to, title, Icon }) => (
            <ButtonLink
              key={to}
              to={to}
              component="a"
              size="md"
              variant="default"
              leftSection={<Icon size={22} aria-hidden="true" />}
            >
              {title()}
            </ButtonLink>
          ))}
          <ButtonLink
            to="/dashboard"
            component="a"
            size="md"
            leftSection={<IconLayoutDashboard size={22} aria-hidden="true" />}
          >
            {m.home_admin_dashboard()}
          </ButtonLink>
        </nav>
      </header>
      <SetupWarnings />
      <FiguresOfToday />
    </div>
  );
}
