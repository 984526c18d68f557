import { m } from "../../text/compiled/messages.js";
import classes from "./brand.module.css";

/** The mark: four streets that meet in a plaza, which are the arms of a D-pad, and its buttons on the corners. */
export function Emblem({ size = 36, tone = "theme" }: { size?: number; tone?: "theme" | "hero" }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} className={classes.emblem} data-tone={tone} aria-hidden="true">
      {[0, 90, 180, 270].map((turn) => (
        <path
          key={turn}
          className={classes.arm}
          d="M24.5 7h15v13.2L32 26.4l-7.5-6.2z"
          transform={`rotate(${turn} 32 32)`}
        />
      ))}
      {[45, 135, 225, 315].map((turn) => (
        <circle key={turn} className={classes.button} cx="32" cy="6.6" r="4.6" transform={`rotate(${turn} 32 32)`} />
      ))}
      <circle className={classes.heart} cx="32" cy="32" r="3.4" />
    </svg>
  );
}

/** Emblem and name side by side. */
export function Brand({ tone = "theme" }: { tone?: "theme" | "hero" }) {
  return (
    <span className={classes.brand} data-tone={tone}>
      <Emblem size={38} tone={tone} />
      <span className={classes.name}>{m.app_name()}</span>
    </span>
  );
}
