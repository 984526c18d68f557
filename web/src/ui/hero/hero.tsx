import type { ReactNode } from "react";
import { Emblem } from "../brand/brand.tsx";
import classes from "./hero.module.css";

/** The one loud surface of a screen: the theme's own gradient, the arena's rings, light text in both schemes. */
export function Hero(props: {
  overline?: ReactNode;
  title?: ReactNode;
  /** A title of many letters is set smaller. */
  isLong?: boolean;
  text?: ReactNode;
  children?: ReactNode;
  className?: string | undefined;
}) {
  return (
    <section className={`${classes.hero} ${props.className ?? ""}`}>
      <div className={classes.art} aria-hidden="true">
        <i className={classes.rings} />
        <span className={classes.mark}>
          <Emblem size={220} tone="hero" />
        </span>
      </div>
      <div className={classes.body}>
        {props.overline && <p className={classes.overline}>{props.overline}</p>}
        {props.title && (
          <h1 className={classes.title} data-long={props.isLong || undefined}>
            {props.title}
          </h1>
        )}
        {props.text && <p className={classes.text}>{props.text}</p>}
        {props.children && <div className={classes.actions}>{props.children}</div>}
      </div>
    </section>
  );
}
