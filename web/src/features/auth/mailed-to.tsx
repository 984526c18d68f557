import { Link } from "@tanstack/react-router";
import { m } from "../../text/compiled/messages.js";
import classes from "./auth-frame.module.css";
import style from "./code-screens.module.css";

/** Where the code went, and a way to name another address. */
export function MailedTo({ label, email }: { label: string; email: string }) {
  return (
    <div className={style.sent}>
      <span className="muted text-15">{label}</span>
      <span className={`row gap-12 rows-0 wrap between bold ${style.address}`}>
        <bdi dir="ltr">{email}</bdi>
        <Link to="." search={({ email: _other, ...rest }) => rest} replace className={classes.link}>
          {m.verify_other_email()}
        </Link>
      </span>
    </div>
  );
}
