import type { User } from "@saha/contract";
import { IconClockPlay } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import { roleName } from "../../text/role-name.ts";
import { Card } from "../../ui/card/card.tsx";
import { Hero } from "../../ui/hero/hero.tsx";
import { EmptyState } from "../../ui/state/state.tsx";
import { greeting } from "./greeting.tsx";
import classes from "./home.module.css";

/** For the roles whose part of the product is still to come: says so, and calls nothing. */
export function StaffHome({ user }: { user: User }) {
  return (
    <div className={classes.home}>
      <Hero overline={roleName(user.roleId)} {...greeting(user)} />
      <Card as="section">
        <EmptyState title={m.home_staff_title()} text={m.home_staff_text()} icon={<IconClockPlay />} />
      </Card>
    </div>
  );
}
