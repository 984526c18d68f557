import type { ReactNode } from "react";
import classes from "./page.module.css";

/** A screen: its one heading, what can be done on the whole of it, and its content. */
export function Page(props: {
  /** Left out where the content brings its own first heading, as a data table does. */
  title?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** `narrow` for forms, `wide` for tables. */
  width?: "narrow" | "normal" | "wide";
  children: ReactNode;
}) {
  return (
    <div className={classes.page} data-width={props.width ?? "normal"}>
      {props.title && (
        <header className={classes.head}>
          <div className={classes.titles}>
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
