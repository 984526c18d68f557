import type { ReactNode } from "react";
import classes from "./page.module.css";

/** A screen: its one heading, what can be done on the whole of it, and its content. */
export function Page(props: {
  /** Left out where the content brings its own first heading, as a data table does. */
  title?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** `narrow` for forms, `broad` for cards beside each other, `wide` for tables. */
  width?: "narrow" | "normal" | "broad" | "wide";
  /** A tab of the content says the title; a phone leaves the room of the second one to the content. */
  isTold?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classes.page} data-width={props.width ?? "normal"} data-told={props.isTold}>
      {props.title && (
        <header className={classes.head}>
          <div>
            <h1 className={classes.title}>{props.title}</h1>
            {props.lead && <p className={classes.lead}>{props.lead}</p>}
          </div>
          {props.actions && <div className={classes.actions}>{props.actions}</div>}
        </header>
      )}
      {props.children}
    </div>
  );
}
