import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./door.module.css";

/** A press as large as the hand of someone in a hurry. */
export function Door(props: {
  to: "/scanEnter" | "/scanFeature";
  tone: "entry" | "food";
  icon: ReactNode;
  title: string;
  text: string;
}) {
  return (
    <Link to={props.to} className={`column between gap-16 no-underline ${classes.door}`} data-tone={props.tone}>
      <i className={classes.rings} aria-hidden="true" />
      <span className={classes.icon} aria-hidden="true">
        {props.icon}
      </span>
      <span className="stack">
        <span className={classes.title}>{props.title}</span>
        <span className={classes.text}>{props.text}</span>
      </span>
      <IconArrowLeft className={classes.arrow} size={32} aria-hidden="true" />
    </Link>
  );
}
