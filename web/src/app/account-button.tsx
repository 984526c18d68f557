import { UnstyledButton } from "@mantine/core";
import type { User } from "@saha/contract";
import { lazy, Suspense, useState } from "react";
import { m } from "../text/compiled/messages.js";
import { Avatar } from "../ui/avatar/avatar.tsx";
import classes from "./account.module.css";

const load = () => import("./account-menu.tsx");
const AccountMenu = lazy(async () => ({ default: (await load()).AccountMenu }));

/** Opens the account menu, which is fetched when someone is about to press. */
export function AccountButton({ user }: { user: User }) {
  const [isWanted, setIsWanted] = useState(false);
  const name = user.name || user.username;
  const face = <Avatar name={name} picture={user.avatar} />;
  const button = (
    <UnstyledButton
      className={classes.button}
      aria-label={m.app_account_of({ name })}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setIsWanted(true)}
    >
      {face}
    </UnstyledButton>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <AccountMenu user={user} name={name} face={face} />
    </Suspense>
  );
}
