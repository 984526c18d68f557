import { m } from "../text/compiled/messages.js";
import { Emblem } from "../ui/brand/brand.tsx";
import classes from "./splash.module.css";

/** While a screen is on its way for longer than a blink. */
export function Splash() {
  return (
    <div className={classes.splash} role="status" aria-label={m.ui_state_loading()}>
      <Emblem size={72} />
    </div>
  );
}
