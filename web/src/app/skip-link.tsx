import { m } from "../text/compiled/messages.js";
import classes from "./layouts.module.css";

/** For keyboards: past the bar, to the screen itself. */
export function SkipLink() {
  return (
    <button type="button" className={classes.skip} onClick={() => document.getElementById("content")?.focus()}>
      {m.app_skip()}
    </button>
  );
}
