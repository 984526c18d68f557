import { Button } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import { m } from "../text/compiled/messages.js";
import { useLanguage } from "../text/language.ts";
import classes from "./not-found.module.css";

const ButtonLink = createLink(Button<"a">);

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
      <ButtonLink to="/" size="lg" component="a">
        {m.app_not_found_home()}
      </ButtonLink>
    </div>
  );
}
