import { Button } from "@mantine/core";
import { IconPalette } from "@tabler/icons-react";
import { m } from "../text/compiled/messages.js";
import { tryTheme } from "../ui/theme/main-theme.ts";
import classes from "./trial-bar.module.css";

/** Says on every screen that its colours are only tried out, and ends that. */
export function TrialBar() {
  return (
    <div role="status" className={classes.bar}>
      <IconPalette size={22} aria-hidden="true" className={classes.icon} />
      <span>{m.themes_try_text()}</span>
      <Button size="sm" variant="light" className={classes.end ?? ""} onClick={() => void tryTheme(null)}>
        {m.themes_try_end()}
      </Button>
    </div>
  );
}
