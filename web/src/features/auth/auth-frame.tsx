import type { ReactNode } from "react";
import { m } from "../../text/compiled/messages.js";
import { Emblem, LogoPlate } from "../../ui/brand/brand.tsx";
import { useMainLogo } from "../../ui/theme/main-theme.ts";
import classes from "./auth-frame.module.css";

/**
 * The frame of the screens for visitors: the form, and beside it (above it on a phone) the arena with the event's logo
 * or emblem.
 */
export function AuthFrame(props: { title: string; lead: string; children: ReactNode; foot: ReactNode }) {
  const logo = useMainLogo();
  return (
    <div className={classes.frame}>
      <aside className={classes.art} aria-hidden="true">
        <i className={classes.rings} />
        <div className={`row gap-20 ${classes.artBody}`}>
          {logo ? <LogoPlate logo={logo} /> : <Emblem size={120} tone="hero" />}
          <p className={classes.artTitle}>{m.auth_art_title()}</p>
          <p className={classes.artText}>{m.auth_art_text()}</p>
        </div>
      </aside>
      <div className={`stack content-start items-center ${classes.side}`}>
        <section className={classes.card}>
          <h1 className={classes.title}>{props.title}</h1>
          <p className={classes.lead}>{props.lead}</p>
          {props.children}
          <p className="row gap-8 rows-0 wrap middle muted mt-12">{props.foot}</p>
        </section>
      </div>
    </div>
  );
}
