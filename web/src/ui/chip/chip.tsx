import type { ReactNode } from "react";
import classes from "./chip.module.css";

export type ChipTone = "neutral" | "primary" | "secondary" | "tertiary" | "success" | "warning" | "error";

/** A state in a word, with an icon beside it: never colour alone (interface: Look). */
export function Chip({ tone = "neutral", icon, children }: { tone?: ChipTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.chip} data-tone={tone}>
      {icon && (
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      {children}
    </span>
  );
}
