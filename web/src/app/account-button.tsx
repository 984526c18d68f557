import type { User } from "@saha/contract";
import { useState } from "react";
import { m } from "../text/compiled/messages.js";
import { Avatar } from "../ui/avatar/avatar.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import classes from "./account.module.css";

const AccountMenu = onDemand(async () => (await import("./account-menu.tsx")).AccountMenu);

/** Opens the account menu. */
export function AccountButton({ user }: { user: User }) {
  const [isWanted, setIsWanted] = useState(false);
  const name = user.name || user.username;
  const face = <Avatar name={name} picture={user.avatar} />;
  const button = (
    <button
      type="button"
      className={classes.button}
      aria-label={m.app_account_of({ name })}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => setIsWanted(true)}
    >
      {face}
    </button>
  );
  if (!isWanted) return button;
  return <AccountMenu user={user} name={name} face={face} fallback={button} onMissing={() => setIsWanted(false)} />;
}
