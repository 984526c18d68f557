import type { ReactNode } from "react";
import { m } from "../../text/compiled/messages.js";
import { Emblem } from "../../ui/brand/brand.tsx";
import classes from "./auth-frame.module.css";

/** The frame of the screens for visitors: the form, and beside it (above it on a phone) the arena. */
export function AuthFrame(props: { title: string; lead: string; children: ReactNode; foot: ReactNode }) {
  return (
    <div className={classes.frame}>
      <aside className={classes.art} aria-hidden="true">
        <i className={classes.rings} />
        <div className={classes.artBody}>
          <Emblem size={120} tone="hero" />
          <p className={classes.artTitle}>{m.auth_art_title()}</p>
          <p className={classes.artText}>{m.auth_art_text()}</p>
        </div>
      </aside>
      <div className={classes.side}>
        <section className={classes.card}>
          <h1 className={classes.title}>{props.title}</h1>
          <p className={classes.lead}>{props.lead}</p>
          {props.children}
          <p className={classes.foot}>{props.foot}</p>
        </section>
      </div>
    </div>
  );
}
