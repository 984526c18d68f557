import type { ReactNode } from "react";
import classes from "./card.module.css";

/** A surface of its own; `mine` marks what belongs to the reader (secondary = mine and live, interface: Look). */
export function Card(props: {
  as?: "div" | "section" | "article" | "li";
  mine?: boolean;
  padded?: boolean;
  className?: string | undefined;
  "aria-label"?: string;
  children: ReactNode;
}) {
  const Tag = props.as ?? "div";
  return (
    <Tag
      className={`${classes.card} ${props.className ?? ""}`}
      data-mine={props.mine || undefined}
      data-padded={props.padded ?? true}
      aria-label={props["aria-label"]}
    >
      {props.children}
    </Tag>
  );
}
