import type { User } from "@saha/contract";
import { IconScan, IconToolsKitchen2 } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import { Door } from "./door.tsx";
import classes from "./home.module.css";

/** Two doors that fill the screen of a phone: the gate and the food (spec §2). */
export function ScanHome({ user }: { user: User }) {
  return (
    <div className={`stack content-start gap-20 whole ${classes.home}`} data-fill>
      <header>
        <h1 className={classes.hello}>
          <bdi>{m.home_hello({ name: user.name || user.username })}</bdi>
        </h1>
        <p className="muted">{m.home_scan_lead()}</p>
      </header>
      <div className={classes.doors}>
        <Door
          to="/scanEnter"
          tone="entry"
          icon={<IconScan />}
          title={m.home_scan_entry()}
          text={m.home_scan_entry_text()}
        />
        <Door
          to="/scanFeature"
          tone="food"
          icon={<IconToolsKitchen2 />}
          title={m.home_scan_food()}
          text={m.home_scan_food_text()}
        />
      </div>
    </div>
  );
}
