import { m } from "../text/compiled/messages.js";
import { useLanguage } from "../text/language.ts";
import { PressLink } from "../ui/press/press.tsx";
import classes from "./not-found.module.css";

/** No such page, in the words of the place. */
export function NotFound() {
  useLanguage();
  return (
    <div className={classes.place}>
      <p className={classes.number} dir="ltr" aria-hidden="true">
        4<span className={classes.zero} />4
      </p>
      <h1 className={classes.title}>{m.app_not_found_title()}</h1>
      <p className={classes.text}>{m.app_not_found_text()}</p>
      <PressLink to="/" size="large">
        {m.app_not_found_home()}
      </PressLink>
    </div>
  );
}
