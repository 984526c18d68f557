import { Button } from "@mantine/core";
import type { User } from "@saha/contract";
import { IconUsers } from "@tabler/icons-react";
import { createLink } from "@tanstack/react-router";
import { m } from "../../text/compiled/messages.js";
import { roleName } from "../../text/role-name.ts";
import { Hero } from "../../ui/hero/hero.tsx";
import classes from "./home.module.css";

const ButtonLink = createLink(Button<"a">);

/** The administrator home of a password-reset admin: the door to the users list, no figures, no calls (rules §2). */
export function PasswordHome({ user }: { user: User }) {
  return (
    <div className={`stack content-start gap-20 whole ${classes.home}`}>
      <Hero
        overline={roleName(user.roleId)}
        title={<bdi>{m.home_hello({ name: user.name || user.username })}</bdi>}
        text={m.users_home_text()}
      >
        <ButtonLink
          to="/dashboard/users"
          component="a"
          size="lg"
          variant="hero"
          leftSection={<IconUsers size={24} aria-hidden="true" />}
        >
          {m.users_home_open()}
        </ButtonLink>
      </Hero>
    </div>
  );
}
