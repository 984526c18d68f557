import type { ReactNode } from "react";
import { Emblem, LogoPlate } from "../brand/brand.tsx";
import { useMainLogo } from "../theme/main-theme.ts";
import classes from "./hero.module.css";

/**
 * The one loud surface of a screen: the theme's own gradient, the arena's rings, light text in both schemes; and the
 * event's logo, where it has one, in place of the emblem (spec §2: welcome).
 */
export function Hero(props: {
  overline?: ReactNode;
  title?: ReactNode;
  /** A title of many letters is set smaller. */
  isLong?: boolean;
  text?: ReactNode;
  /** A hero that is only shown, as in a preview, is no heading of the page; its logo may be another. */
  titleAs?: "h1" | "p";
  logo?: string | null;
  children?: ReactNode;
  className?: string | undefined;
}) {
  const main = useMainLogo();
  const logo = props.logo === undefined ? main : props.logo;
  const Title = props.titleAs ?? "h1";
  return (
    <section className={`${classes.hero} ${props.className ?? ""}`} data-logo={logo ? true : undefined}>
      <div className={classes.art} aria-hidden="true">
        <i className={classes.rings} />
        {!logo && (
          <span className={classes.mark}>
            <Emblem size={220} tone="hero" />
          </span>
        )}
      </div>
      <div className={classes.body}>
        {logo && (
          <span className={classes.logo}>
            <LogoPlate logo={logo} />
          </span>
        )}
        {props.overline && <p className={classes.overline}>{props.overline}</p>}
        {props.title && (
          <Title className={classes.title} data-long={props.isLong || undefined}>
            {props.title}
          </Title>
        )}
        {props.text && <p className={classes.text}>{props.text}</p>}
        {props.children && <div className={classes.actions}>{props.children}</div>}
      </div>
    </section>
  );
}
